import Testing
import Web

@testable import RadioImports

struct JSONFileTests {
    @Test func theElementsOfAListAreReadOneByOne() throws {
        var file = JSONFile(Array("{\"meta\": {\"count\": 2}, \"data\": [\n{\"a\": 1},\n[true, null]\n]}".utf8))
        var lines: [Int] = []
        let isThere = try file.elements(of: "data") { node, _ in lines.append(node.line) }
        #expect(isThere)
        #expect(lines == [2, 3])
    }

    @Test func escapesInJSONTextAreResolved() throws {
        var file = JSONFile(Array(#""a\u00e1\ud83d\ude00\n\"""#.utf8))
        #expect(try file.document().text == "aá😀\n\"")
    }

    @Test(arguments: ["{\"a\" 1}", "[1, 2", "\"a", "[1] x", "\"\\ud800\"", "\"\\u0000\"", ""])
    func invalidJSONIsRefused(text: String) {
        var file = JSONFile(Array(text.utf8))
        #expect(throws: JSONTokenizer.Fault.self) { try file.document() }
    }

    @Test func deeplyNestedJSONIsRefused() {
        var file = JSONFile(Array(repeating: UInt8(ascii: "["), count: 100_000))
        #expect(throws: JSONTokenizer.Fault.self) { try file.document() }
    }
}
