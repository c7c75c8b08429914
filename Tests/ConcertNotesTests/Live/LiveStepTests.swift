import Testing
import Web

@testable import ConcertNotes

@Suite struct LiveStepTests {
    @Test(arguments: [
        (ProgramPosition(piece: 0, measure: 1), 1, ProgramPosition(piece: 0, measure: 2)),
        (ProgramPosition(piece: 0, measure: 5), 1, ProgramPosition(piece: 1, measure: 1)),
        (ProgramPosition(piece: 1, measure: 1), -1, ProgramPosition(piece: 0, measure: 5)),
        (ProgramPosition(piece: 0, measure: 3), 4, ProgramPosition(piece: 1, measure: 2)),
        (ProgramPosition(piece: 1, measure: 3), -7, ProgramPosition(piece: 0, measure: 1)),
        (ProgramPosition(piece: 0, measure: 1), 7, ProgramPosition(piece: 1, measure: 3)),
    ])
    func aStepCanContinueInTheNextOrPreviousPiece(from: ProgramPosition, by: Int, to: ProgramPosition) throws {
        #expect(try LiveStep(by: by).applied(to: from, in: LiveFixture.program) == to)
    }

    @Test(arguments: [
        (ProgramPosition(piece: 0, measure: 1), -1), (ProgramPosition(piece: 0, measure: 2), -1000),
        (ProgramPosition(piece: 1, measure: 3), 1), (ProgramPosition(piece: 0, measure: 5), 4),
    ])
    func aStepBeyondEitherEndOfTheProgrammeIsRefused(from: ProgramPosition, by: Int) throws {
        let error = #expect(throws: APIError.self) {
            try LiveStep(by: by).applied(to: from, in: LiveFixture.program)
        }
        #expect(error?.status == .conflict)
        #expect(error?.code == .beyondProgramme)
    }

    @Test(arguments: [0, 1001, -1001, .max, .min])
    func aStepOfZeroOrMoreThanAThousandMeasuresIsRefused(by: Int) {
        let error = #expect(throws: APIError.self) { try LiveStep(by: by) }
        #expect(error?.code == .stepOutOfRange)
        #expect(error?.faults.first?.field == "/by")
    }
}
