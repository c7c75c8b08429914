import Testing
import Web

@testable import APIReference

struct DescriptionTreeTests {
    private static func read(_ text: String) throws -> DescriptionTree { try DescriptionTree(json: Array(text.utf8)) }

    @Test func membersOfAJSONObjectKeepTheirOrder() throws {
        let tree = try Self.read(#"{"zebra": 1, "apple": {"b": [true, null], "a": "x"}}"#)
        #expect(tree.members.map(\.name) == ["zebra", "apple"])
        #expect(tree["apple"]?.members.map(\.name) == ["b", "a"])
        #expect(tree["apple"]?["b"] == .array([.bool(true), .null]))
        #expect(tree["zebra"] == .number("1"))
    }

    @Test func aJSONDocumentIsWrittenAsItWasRead() throws {
        let text = """
            {
              "text": "a \\"quote\\", a \\\\ and\\na line\\u0001",
              "none": {},
              "list": [
                -1.5e3,
                []
              ]
            }
            """
        #expect(try Self.read(text).json == text)
    }

    @Test func escapesInJSONStringsAreResolved() throws {
        #expect(try Self.read(#""\u00e9\/\t\"""#).text == "é/\t\"")
    }

    @Test(arguments: ["", "{", "[1", "{\"a\" 1}", "\"a", "nothing", "1 2", "\"\\x\"", "\"\\ud800\""])
    func invalidJSONIsRefused(text: String) {
        #expect(throws: JSONTokenizer.Fault.self) { try Self.read(text) }
    }
}
