import TestSupport
import Testing

@testable import Radio

struct TypoTests {
    @Test(arguments: [
        ("zprvay", "zpravy", true), ("jaz", "jazz", false), ("koncrt", "koncert", true), ("koncrrt", "koncert", true),
        ("posluchc", "posluchac", true), ("poslchc", "posluchac", false), ("rozhlsaovy", "rozhlasovy", true),
        ("rozhlsavy", "rozhlasovy", true), ("orkestr", "orchestr", false), ("abcd", "abdc", true),
    ])
    func theToleratedErrorsDependOnTheWordLength(asked: String, word: String, isFound: Bool) {
        let isNear = !Typo.indexForms(word).isDisjoint(with: Typo.lookupForms(asked))
        let limit = Typo.tolerance(letters: asked.count)
        #expect((isNear && limit > 0 && Typo.isWithin(limit, asked, word)) == isFound)
    }

    /// A misspelling within the tolerance shares a form with its word, so the index misses no match.
    @Test func aWordAndItsToleratedMisspellingShareAnIndexForm() {
        var random = Seeded(7)
        for _ in 0..<3000 {
            let word = Self.word(Int.random(in: 3...14, using: &random), &random)
            var asked = Array(word)
            let slips = Int.random(in: 1...2, using: &random)
            for _ in 0..<slips { Self.slip(&asked, &random) }
            let limit = Typo.tolerance(letters: asked.count)
            guard Typo.isWithin(limit, String(asked), word), limit > 0 else { continue }
            #expect(!Typo.indexForms(word).isDisjoint(with: Typo.lookupForms(String(asked))), "\(asked) for \(word)")
        }
    }

    private static func word(_ length: Int, _ random: inout Seeded) -> String {
        String((0..<length).map { _ in "abcdefgh".randomElement(using: &random) ?? "a" })
    }

    private static func slip(_ word: inout [Character], _ random: inout Seeded) {
        let index = Int.random(in: 0..<word.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: word.insert("x", at: index)
        case 1 where word.count > 1: word.remove(at: index)
        case 2 where index > 0: word.swapAt(index, index - 1)
        default: word[index] = "y"
        }
    }
}
