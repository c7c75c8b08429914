import Testing
import Web

struct APIErrorChoiceTests {
    @Test func theErrorForAnInvalidChoiceNamesTheAllowedValuesAndTheFoundValue() {
        let error = APIError.invalid("mode", oneOf: ["off", "all", "one"], found: "twice")
        #expect(error.status == .unprocessableContent)
        #expect(error.faults == [.init(field: "mode", reason: "must be off, all or one, found \"twice\"")])
    }

    @Test func theErrorForAnInvalidChoiceQuotesAtMostAHundredCharacters() {
        let error = APIError.invalid("mode", oneOf: ["off"], found: String(repeating: "x", count: 200))
        #expect(error.faults.map(\.reason) == ["must be off, found \"\(String(repeating: "x", count: 100))\""])
    }
}
