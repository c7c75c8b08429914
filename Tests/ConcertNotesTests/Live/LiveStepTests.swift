import Testing
import Web

@testable import ConcertNotes

@Suite struct LiveStepTests {
    @Test(arguments: [
        (LivePlace(piece: 0, measure: 1), 1, LivePlace(piece: 0, measure: 2)),
        (LivePlace(piece: 0, measure: 5), 1, LivePlace(piece: 1, measure: 1)),
        (LivePlace(piece: 1, measure: 1), -1, LivePlace(piece: 0, measure: 5)),
        (LivePlace(piece: 0, measure: 3), 4, LivePlace(piece: 1, measure: 2)),
        (LivePlace(piece: 1, measure: 3), -7, LivePlace(piece: 0, measure: 1)),
        (LivePlace(piece: 0, measure: 1), 7, LivePlace(piece: 1, measure: 3)),
    ])
    func aStepCrossesTheBoundariesOfPieces(from: LivePlace, by: Int, to: LivePlace) throws {
        #expect(try LiveStep(by: by).applied(to: from, in: LiveFixture.program) == to)
    }

    @Test(arguments: [
        (LivePlace(piece: 0, measure: 1), -1), (LivePlace(piece: 0, measure: 2), -1000),
        (LivePlace(piece: 1, measure: 3), 1), (LivePlace(piece: 0, measure: 5), 4),
    ])
    func aStepBeyondEitherEndIsAConflict(from: LivePlace, by: Int) throws {
        let error = #expect(throws: APIError.self) {
            try LiveStep(by: by).applied(to: from, in: LiveFixture.program)
        }
        #expect(error?.status == .conflict)
        #expect(error?.code == .beyondProgramme)
    }

    @Test(arguments: [0, 1001, -1001, .max, .min])
    func aStepOutOfRangeIsRefused(by: Int) {
        let error = #expect(throws: APIError.self) { try LiveStep(by: by) }
        #expect(error?.code == .stepOutOfRange)
        #expect(error?.faults.first?.field == "/by")
    }
}
