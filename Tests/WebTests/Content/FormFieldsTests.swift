import HTTP
import Testing

@testable import Web

@Suite struct FormFieldsTests {
    private static func fields(_ text: String) throws -> FormFields { try FormFields(Array(text.utf8)) }

    @Test func namesAndValuesOfFormFieldsAreDecoded() throws {
        let fields = try Self.fields("piece=Don+Juan%3A+Don%20Juan&title=caf%C3%A9&empty=&bare&a%26b=1=2&&")
        #expect(try fields("piece") == "Don Juan: Don Juan")
        #expect(try fields("title") == "café")
        #expect(try fields("empty") == "")
        #expect(try fields("bare") == "")
        #expect(try fields("a&b") == "1=2")
        #expect(try fields.optional("other") == nil)
    }

    @Test func aRepeatedFieldIsRefusedWhereOneValueIsExpected() throws {
        let fields = try Self.fields("a=1&b=2&a=3")
        #expect(fields.values("a") == ["1", "3"])
        #expect { try fields("a") } throws: { ($0 as? APIError)?.status == .badRequest }
    }

    @Test(arguments: ["a=%", "a=%4", "a=%zz", "%FF=1", "a=%C3", "a=%00", "a=\u{0}"])
    func invalidEncodingOrANullCharacterInAFormGives400(text: String) {
        #expect { try Self.fields(text) } throws: { ($0 as? APIError)?.status == .badRequest }
    }

    @Test(arguments: [("a=%4", "hexadecimal"), ("a=%00", "U+0000"), ("a=%C3", "UTF-8")])
    func theErrorForAnInvalidEncodingNamesTheBrokenRule(text: String, word: String) {
        #expect { try Self.fields(text) } throws: { ($0 as? APIError)?.detail.contains(word) == true }
    }

    @Test func aFormWithMoreFieldsThanTheLimitIsRefused() throws {
        let most = Array(repeating: "a", count: FormFields.limit).joined(separator: "&")
        #expect(try Self.fields(most).values("a").count == FormFields.limit)
        #expect(throws: APIError.self) { try Self.fields(most + "&a") }
    }

    @Test(arguments: ["+5", " 5", "5 ", "5.0", "٥", "", "-", "99999999999999999999", "0", "11"])
    func anInvalidOrOutOfRangeWholeNumberGives422(text: String) throws {
        let fields = try Self.fields("n=" + text.percentEncoded)
        #expect { try fields.integer("n", in: 1...10) } throws: { ($0 as? APIError)?.status == .unprocessableContent }
    }

    @Test func wholeNumbersMayHaveLeadingZerosOrAMinusSign() throws {
        #expect(try Self.fields("n=007").integer("n", in: 1...10) == 7)
        #expect(try Self.fields("n=-3").integer("n", in: -5...0) == -3)
    }

    @Test func theErrorForAMissingFieldNamesTheField() throws {
        let fields = try Self.fields("")
        #expect { try fields("title") } throws: {
            ($0 as? APIError)?.faults == [.init(field: "title", reason: "is missing")]
        }
    }

    @Test func aFormSentAsPlainTextGives415() {
        let request = Request.hall(.post, "/", fields: ["Content-Type": "text/plain"], body: "a=1")
        #expect { try request.form() } throws: { ($0 as? APIError)?.status == .unsupportedMediaType }
    }
}
