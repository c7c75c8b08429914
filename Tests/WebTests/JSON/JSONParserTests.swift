import Testing

@testable import Web

@Suite struct JSONParserTests {
    @Test(arguments: [
        "null", " true ", "false", "0", "-0", "-1.5e+10", "\"\"", "\"\\u00e9\\ud83d\\ude00\\n\\/\"", "[]", "[1, 2]",
        "{}", "{\"a\": {\"b\": [null]}, \"c\": 1}\n", "\"é\"", "[[[[[[[[[[1]]]]]]]]]]",
    ])
    func validJSONIsAccepted(text: String) throws {
        _ = try JSONParser.parse(Array(text.utf8))
    }

    @Test(arguments: [
        "", " ", "nul", "nulll", "true false", "01", "+1", "1.", ".5", "1e", "-", "0x10", "NaN", "Infinity", "'a'",
        "\"", "\"\\\"", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\t\"", "\"\u{0}\"", "\"\\u0000\"", "[", "[1", "[1,]",
        "[,1]", "[1 2]", "{", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{1:1}", "{\"a\":1 \"b\":2}", "// c\n1",
        "[1]]",
        "\u{FEFF}1", "１",
    ])
    func invalidJSONIsRefused(text: String) {
        #expect(throws: APIError.self) { try JSONParser.parse(Array(text.utf8)) }
    }

    @Test(arguments: [
        "\"\\ud800\"", "\"\\ud800x\"", "\"\\ud800\\n\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"\\udc00\\ud800\"",
    ])
    func anUnpairedSurrogateInAJSONStringIsRefused(text: String) {
        #expect(throws: APIError.self) { try JSONParser.parse(Array(text.utf8)) }
    }

    /// Spec S1.19.
    @Test(arguments: ["{\"a\":1,\"a\":2}", "{\"a\":1,\"\\u0061\":2}", "[{\"x\":{\"b\":0,\"c\":1,\"b\":2}}]"])
    func aRepeatedMemberNameInAJSONObjectIsRefused(text: String) {
        #expect(throws: APIError.self) { try JSONParser.parse(Array(text.utf8)) }
    }

    @Test func theSameMemberNameInTwoObjectsIsAccepted() throws {
        _ = try JSONParser.parse(Array("[{\"a\":1},{\"a\":{\"a\":2}}]".utf8))
    }

    /// Spec S1.19.
    @Test func jsonNestingBeyondTheDepthLimitIsRefused() throws {
        func nested(_ depth: Int) -> [UInt8] {
            [UInt8](repeating: UInt8(ascii: "["), count: depth) + [UInt8](repeating: UInt8(ascii: "]"), count: depth)
        }
        _ = try JSONParser.parse(nested(JSONParser.depthLimit))
        #expect(throws: APIError.self) { try JSONParser.parse(nested(JSONParser.depthLimit + 1)) }
        #expect(throws: APIError.self) { try JSONParser.parse(nested(100_000)) }
    }

    @Test func aJSONNumberBeyondTheLengthLimitIsRefused() throws {
        _ = try JSONParser.parse(Array(String(repeating: "1", count: JSONParser.numberLimit).utf8))
        #expect(throws: APIError.self) {
            _ = try JSONParser.parse(Array(String(repeating: "1", count: JSONParser.numberLimit + 1).utf8))
        }
    }

    @Test(arguments: [[0x22, 0xFF, 0x22], [0x22, 0xC0, 0xAE, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22]])
    func jsonWithInvalidUTF8IsRefused(bytes: [UInt8]) {
        #expect(throws: APIError.self) { try JSONParser.parse(bytes) }
    }

    @Test func theErrorForInvalidJSONNamesLineColumnAndPointer() {
        #expect { try JSONParser.parse(Array("[1, x]".utf8)) } throws: { error in
            (error as? APIError)?.detail.contains("line 1, column 5 (/1)") == true
        }
    }

    @Test func everyTruncationOfAJSONTextIsRefused() {
        let text = Array("{\"a\":[1.5e3,true,null,\"\\ud83d\\ude00\\u00e9\"],\"b\":{\"c\":-0}}".utf8)
        for length in 0..<text.count {
            #expect(throws: APIError.self) { try JSONParser.parse(Array(text.prefix(length))) }
        }
    }
}
