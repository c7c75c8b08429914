import Testing
import Web

@Suite struct PhraseTests {
    @Test func aCountOfOneUsesTheSingular() {
        #expect([0, 1, 2].map { Phrase.count($0, "field") } == ["0 fields", "1 field", "2 fields"])
        #expect([1, 2].map { Phrase.count($0, "entry", "entries") } == ["1 entry", "2 entries"])
    }

    @Test(arguments: [([String](), ""), (["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c")])
    func aListHasAConjunctionBeforeItsLastItem(parts: [String], words: String) {
        #expect(Phrase.choice(parts) == words)
        #expect(Phrase.list(parts) == words.replacing("or", with: "and"))
    }
}
