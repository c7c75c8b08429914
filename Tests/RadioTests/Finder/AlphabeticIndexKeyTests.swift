import Testing

@testable import Radio

struct AlphabeticIndexKeyTests {
    @Test(arguments: [
        ("\"Zůstaňte u svých přijímačů!\"", "cs", "Z"), ("(Ne)vinný dotazník", "cs", "N"), ("#PijuPrameny", "cs", "P"),
        ("100 hitů republiky", "cs", "#"), ("30 минут о Чехии", "cs", "#"), ("Čajovna", "cs", "Č"),
        ("Čajovna", "de", "C"),
        ("C\u{30C}ajovna", "cs", "Č"), ("eRko", "cs", "E"), ("Chvíle poezie", "cs", "CH"), ("Chvíle", "en", "C"),
        ("Únos", "cs", "U"), ("Åsa", "sv", "Å"), ("ängel", "sv-SE", "Ä"), ("Åsa", "de", "A"), ("Öl", "en", "O"),
        ("Ødegård", "nb", "Ø"), ("Ødegård", "sv", "Ö"), ("Straße", "de", "S"), ("„Dobrý večer“", "cs", "D"),
        ("’t Hof", "nl", "T"), ("€uro", "en", "#"), ("…", "en", "#"), ("Ижевск", "cs", "И"), ("ılık", "tr", "I"),
        ("istanbul", "tr", "İ"), ("Őrség", "hu", "Ö"), ("dzsungel", "hu", "DZS"), ("½ hour", "en", "#"),
    ])
    func aTitleIsListedUnderItsFirstLetterInTheLocale(title: String, locale: String, letter: String) {
        #expect(AlphabeticIndexKey(title, locale: locale).letter == letter)
    }

    /// Spec R39.
    @Test func leadingPunctuationIsSkippedInTheSortKeyOfATitle() {
        #expect(AlphabeticIndexKey("  \"(Ne)vinný", locale: "cs").sortKey == "Ne)vinný")
        #expect(AlphabeticIndexKey("...", locale: "cs").sortKey == "...")
    }
}
