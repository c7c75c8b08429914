import Testing

@testable import RadioImports

struct JSONScannerTests {
    @Test func theElementsOfALongListAreHandedOnOneByOne() throws {
        var scanner = JSONScanner(Array("{\"meta\": {\"count\": 2}, \"data\": [\n{\"a\": 1},\n[true, null]\n]}".utf8))
        var lines: [Int] = []
        let isThere = try scanner.elements(of: "data") { node, _ in lines.append(node.line) }
        #expect(isThere)
        #expect(lines == [2, 3])
    }

    @Test func escapesAreResolved() throws {
        var scanner = JSONScanner(Array(#""a\u00e1\ud83d\ude00\n\"""#.utf8))
        #expect(try scanner.document().text == "aá😀\n\"")
    }

    @Test(arguments: ["{\"a\" 1}", "[1, 2", "\"a", "[1] x", "\"\\ud800\"", "\"\\u0000\"", ""])
    func whatIsNoJSONIsRefused(text: String) {
        var scanner = JSONScanner(Array(text.utf8))
        #expect(throws: JSONScanner.Fault.self) { try scanner.document() }
    }

    @Test func deepNestingIsRefused() {
        var scanner = JSONScanner(Array(repeating: UInt8(ascii: "["), count: 100_000))
        #expect(throws: JSONScanner.Fault.self) { try scanner.document() }
    }
}
