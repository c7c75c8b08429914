import Testing

@testable import Web

struct FoldingTests {
    @Test(arguments: [
        ("Česká Čajovna", ["ceska", "cajovna"]), ("C\u{30C}ajovna", ["cajovna"]),
        ("Smørrebrød, Łódź & Straße", ["smorrebrod", "lodz", "strasse"]),
        ("#PijuPrameny", ["pijuprameny"]), ("30 минут о Чехии", ["30", "минут", "о", "чехии"]),
        ("İstanbul ışık", ["istanbul", "isik"]),
        ("rock'n'roll", ["rock", "n", "roll"]), ("ΣΟΦΟΣ σοφός", ["σοφοσ", "σοφοσ"]), ("ﬁne Ⅳ", ["fine", "iv"]),
        ("...", []),
        ("שָׁלוֹם", ["שלום"]),
    ])
    func textIsSplitIntoLowerCaseWordsWithoutDiacritics(text: String, words: [String]) {
        #expect(Folding.words(of: text) == words)
    }

    @Test func aLongWordIsTruncatedTo64Characters() {
        #expect(Folding.words(of: String(repeating: "ä", count: 100)) == [String(repeating: "a", count: 64)])
    }
}
