import Testing
import Web

@Suite struct NumberedIDTests {
    private struct ID: NumberedID {
        let rawValue: Int64
    }

    @Test(arguments: [
        "", "+5", "05", " 5", "5 ", "5.0", "0x5", "٥", "５", "-0", "0", "-1", "9223372036854775808", "five",
    ])
    func onlyAPositiveNumberInCanonicalFormIsAnID(text: String) {
        #expect(ID(text) == nil)
    }

    @Test(arguments: [("5", Int64(5)), ("9223372036854775807", .max)])
    func theDescriptionOfAnIDIsTheTextItWasReadFrom(text: String, number: Int64) throws {
        let id = try #require(ID(text))
        #expect(id.rawValue == number)
        #expect("\(id)" == text)
    }
}
