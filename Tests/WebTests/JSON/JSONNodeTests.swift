import Testing

@testable import Web

@Suite struct JSONNodeTests {
    private func read(_ text: String) throws -> JSONNode { try JSONNode(Array(text.utf8)) }

    @Test func everyJSONValueHasItsLineNumber() throws {
        let json = try read("{\n \"a\": 1,\n \"b\": [\n  true,\n  null\n ]\n}\n")
        #expect(json.line == 1)
        #expect(json["a"]?.line == 2)
        #expect(json["a"]?.numberText == "1")
        #expect(json["b"]?.line == 3)
        #expect(json["b"]?.elements.map(\.line) == [4, 5])
        #expect(json["b"]?.elements.first?.flag == true)
    }

    @Test(arguments: [
        (#""a\"\\\/\b\f\n\r\t""#, "a\"\\/\u{8}\u{C}\n\r\t"), (#""\u0159\u00E1""#, "řá"), (#""\ud83c\udfbb""#, "🎻"),
        ("\"Dvořák\"", "Dvořák"), ("\"\"", ""),
    ])
    func escapesInJSONStringsAreDecoded(json: String, text: String) throws {
        #expect(try read(json).text == text)
    }

    @Test(arguments: [
        ("", 1), ("{", 1), ("{\n\"a\" 1}", 2), ("{\"a\":1,\n}", 2), ("[1\n2]", 2), ("\"a\nb\"", 1),
        ("{\"a\":1,\n\"a\":2}", 2),
        ("tru", 1), ("\"\\x\"", 1), ("\"\\ud800\"", 1), ("\"\\u12\"", 1), ("1 2", 1), ("\"abc", 1), ("'a'", 1),
        (String(repeating: "[", count: 100), 1), ("\u{0}", 1),
    ])
    func invalidJSONIsRefusedWithItsLineNumber(text: String, line: Int) {
        let fault = #expect(throws: JSONTokenizer.Fault.self) { try read(text) }
        #expect(fault?.line == line)
    }

    @Test func jsonWithInvalidUTF8IsRefused() {
        #expect(throws: JSONTokenizer.Fault.self) { try JSONNode([0x22, 0xFF, 0x22]) }
    }
}
