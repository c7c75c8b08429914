import Testing

@testable import HTTP

struct EntityTagTests {
    private func names(_ list: String, _ comparison: EntityTag.Comparison) -> Bool {
        withBytes(list) { list in withBytes("\"a\"") { EntityTag.list(list, names: $0, by: comparison) } }
    }

    @Test(arguments: [
        "\"a\"", "*", " * ", "\"b\", \"a\"", "\"b\",\"a\"", "\"b,c\", \"a\"", "W/\"a\", \"a\"", ",, \"a\"",
    ])
    func aListMatchesAStrongEntityTagThatItContains(_ list: String) {
        #expect(names(list, .strong))
        #expect(names(list, .weak))
    }

    @Test func aWeakEntityTagMatchesOnlyByWeakComparison() {
        #expect(names("W/\"a\"", .weak))
        #expect(!names("W/\"a\"", .strong))
    }

    @Test(arguments: ["", "\"b\"", "a", "\"a", "\"ab\"", "w/\"a\"", "W/", "W/x, \"a\"", "\"b\" x \"a\""])
    func aListWithoutTheEntityTagOrWithASyntaxErrorBeforeItDoesNotMatch(_ list: String) {
        #expect(!names(list, .strong))
        #expect(!names(list, .weak))
    }
}
