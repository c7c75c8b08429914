import Testing

@testable import Postgres

@Suite struct ArrayTextTests {
    private func read(_ text: String) -> [[UInt8]?]? { ArrayText.read(Array(text.utf8).span) }

    @Test(
        arguments: [
            ("{}", []), ("{1}", ["1"]), ("{1,NULL,3}", ["1", nil, "3"]), (#"{"NULL",null}"#, ["NULL", "null"]),
            (#"{"a,b","c\"d","e\\f","{}",""}"#, ["a,b", #"c"d"#, #"e\f"#, "{}", ""]),
            ("{räksmörgås,♪}", ["räksmörgås", "♪"]),
        ] as [(String, [String?])])
    func anArrayTextIsReadIntoElements(text: String, elements: [String?]) throws {
        let found = try #require(self.read(text))
        #expect(found.map { $0.map { String(decoding: $0, as: UTF8.self) } } == elements)
    }

    @Test(arguments: [
        "", "{", "}", "1", "{1,}", "{,1}", "{{1},{2}}", "[2:3]={1,2}", #"{"a}"#, #"{"a\"}"#, #"{"a"b}"#, #"{a"b}"#,
        "{1}2",
    ])
    func aMalformedArrayTextIsRefused(text: String) {
        #expect(read(text) == nil)
    }

    @Test func everyArrayElementExceptNullIsQuoted() {
        let text = ArrayText.write([Array(#"a"\,"#.utf8), nil, []])
        #expect(String(decoding: text, as: UTF8.self) == #"{"a\"\\,",NULL,""}"#)
    }
}
