import TestSupport
import Testing
import Web

@testable import ConcertNotes

@Suite struct LiveProgramTests {
    let round = LiveFixture.program.pieces[0]

    @Test(arguments: [(1, "m. 1, 1st time"), (4, "m. 2, 2nd time"), (5, "m. 3")])
    func aMeasureIsShownWithItsPrintedNumberAndPass(measure: Int, words: String) {
        #expect(round.printed(at: measure).text(of: round) == words)
    }

    @Test(arguments: [
        (1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"), (21, "21st"),
        (112, "112th"),
    ])
    func ordinalNumbersHaveTheirEnglishEndings(number: Int, words: String) {
        #expect(LiveProgram.PrintedMeasure.ordinal(number) == words)
    }

    /// Spec I12.
    @Test func aMeasureIsFoundByPrintedNumberAndPass() {
        #expect(round.measure(printed: "2", pass: 2) == 4)
        #expect(round.measure(printed: "2", pass: 3) == nil)
        #expect(round.measure(printed: "12a", pass: 1) == nil)
    }

    /// A page joins a position and a programme that may be of different revisions while the database is down.
    @Test(arguments: [(5, true), (6, false)])
    func aPositionBeyondTheEndOfItsPieceIsNotShown(measure: Int, isShown: Bool) {
        let position = LivePosition(
            piece: LiveFixture.round, measure: measure, printedMeasure: "\(measure)", pass: 1, revision: 7,
            state: .running, source: .operator, at: Instant(milliseconds: 0))
        let onAir = LiveSnapshot.OnAir(concert: Concert.ID(rawValue: 1), contentRevision: 1, position: position)
        #expect((LiveSituation(onAir, in: LiveFixture.program) != nil) == isShown)
    }

    @Test(arguments: [(1, 0), (4, 0), (5, 1)])
    func aMeasureIsInTheLastSectionThatBeginsAtOrBeforeTheMeasure(measure: Int, section: Int) {
        #expect(round.section(at: measure) == section)
    }

    /// The measures of a later revision do not belong to the pieces of an earlier one.
    @Test func aProgrammeThatChangesWhileItIsReadIsReadAgain() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let concert = try await LiveFixture.concert(in: database, for: tenant)
            let store = LiveProgramStore(database: database.tenants)
            let reading = try await database.superuser.transaction { transaction in
                _ = try await transaction.rows("lock table app.measure in access exclusive mode")
                let reading = Task { try await store.program(of: concert, revision: 1, in: tenant.id) }
                let waiting = """
                    select count(*)
                      from pg_stat_activity
                     where datname = current_database()
                       and wait_event_type = 'Lock'
                    """
                #expect(try await eventually(within: .seconds(120)) { try await database.sql(waiting) == "1" })
                _ = try await transaction.rows("update app.concert set revision = 2")
                _ = try await transaction.rows("update app.piece set name = 'New ' || name")
                _ = try await transaction.rows("update app.measure set printed = 'new ' || printed")
                return reading
            }
            let program = try #require(try await reading.value)
            #expect(program.revision == 2 && program.pieces[0].name == "New \(LiveFixture.round)")
            #expect(program.pieces[0].printed(at: 1).number == "new 1")
        }
    }
}
