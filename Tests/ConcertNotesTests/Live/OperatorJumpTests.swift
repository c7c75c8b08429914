import Testing
import Web

@testable import ConcertNotes

@Suite struct OperatorJumpTests {
    private func target(_ measure: String, printed: Bool = true, pass: Int = 1) throws -> LiveTarget {
        try OperatorJump(piece: LiveFixture.round, measure: measure, isPrinted: printed, pass: pass)
            .target(in: LiveFixture.program)
    }

    @Test func aJumpToAPrintedNumberGoesToTheRequestedPass() throws {
        #expect(try target(" 2 ", pass: 2) == LiveTarget(piece: LiveFixture.round, measure: 4))
    }

    @Test func aJumpToAMeasureCountedAsHeardUsesTheNumberUnchanged() throws {
        #expect(try target("4", printed: false) == LiveTarget(piece: LiveFixture.round, measure: 4))
    }

    @Test func aJumpWithoutANumberGoesToTheBeginningOfThePiece() throws {
        #expect(try target("") == LiveTarget(piece: LiveFixture.round))
    }

    @Test(arguments: [("9", 1, "has no measure 9"), ("3", 2, "heard only once"), ("1", 3, "heard only 2 times")])
    func theErrorOfAJumpToAMissingMeasureOrPassNamesTheReason(measure: String, pass: Int, reason: String) {
        let error = #expect(throws: APIError.self) { try target(measure, pass: pass) }
        #expect(error?.detail.contains(reason) == true)
    }

    @Test(arguments: ["12a", "+3", "99999999999999999999"])
    func aMeasureCountedAsHeardMustBeAValidNumber(measure: String) {
        #expect(throws: APIError.self) { try target(measure, printed: false) }
    }
}
