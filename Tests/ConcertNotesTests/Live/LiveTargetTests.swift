import Testing
import Web

@testable import ConcertNotes

@Suite struct LiveTargetTests {
    let here = ProgramPosition(piece: 0, measure: 4)

    @Test(arguments: [
        "Composer, Work: Coda", "Composer,Work:Coda", "COMPOSER  work coda", "Composer,%20Work:%20Coda",
        "Composer+Work+Coda",
    ])
    func aPieceIsFoundByDifferentSpellingsOfItsName(name: String) throws {
        let programPosition = try LiveTarget(piece: name, measure: 2).programPosition(
            from: here, in: LiveFixture.program)
        #expect(programPosition == ProgramPosition(piece: 1, measure: 2))
    }

    @Test(arguments: ["Composer, Work: Finale", "", "; |"])
    func aTargetWithAnUnknownPieceIsRefused(name: String) {
        let error = #expect(throws: APIError.self) {
            try LiveTarget(piece: name).programPosition(from: here, in: LiveFixture.program)
        }
        #expect(error?.status == .unprocessableContent)
        #expect(error?.code == .noSuchPiece)
    }

    @Test func aTargetWithoutAMeasureLeadsToTheFirstMeasureOfThePiece() throws {
        let programPosition = try LiveTarget(piece: LiveFixture.round).programPosition(
            from: here, in: LiveFixture.program)
        #expect(programPosition == ProgramPosition(piece: 0, measure: 1))
    }

    @Test func aTargetWithoutAPieceLeadsToAMeasureOfTheCurrentPiece() throws {
        #expect(try LiveTarget(measure: 5).programPosition(from: here, in: LiveFixture.program).measure == 5)
    }

    @Test func aTargetWithOnlyAStateKeepsThePosition() throws {
        #expect(try LiveTarget(state: .held).programPosition(from: here, in: LiveFixture.program) == here)
    }

    @Test(arguments: [0, -1, 4, .max])
    func theErrorOfAMeasureOutsideThePieceNamesTheRange(measure: Int) {
        let error = #expect(throws: APIError.self) {
            try LiveTarget(piece: LiveFixture.coda, measure: measure).programPosition(
                from: here, in: LiveFixture.program)
        }
        #expect(error?.code == .measureOutOfRange)
        #expect(error?.detail.contains("1 to 3") == true)
    }
}
