import Testing
import Web

@Suite struct SentenceFormatTests {
    @Test func aCountOfOneUsesTheSingular() {
        #expect([0, 1, 2].map { SentenceFormat.count($0, "field") } == ["0 fields", "1 field", "2 fields"])
        #expect([1, 2].map { SentenceFormat.count($0, "entry", "entries") } == ["1 entry", "2 entries"])
    }

    @Test(arguments: [([String](), ""), (["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c")])
    func aListHasAConjunctionBeforeItsLastItem(parts: [String], words: String) {
        #expect(SentenceFormat.choice(parts) == words)
        #expect(SentenceFormat.list(parts) == words.replacing("or", with: "and"))
    }
}
