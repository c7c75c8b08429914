@testable import MusicLibrary
import Testing

@testable import SoundCloud

struct SortKeyTests {
    /// Spec M6.3.
    @Test(arguments: [
        ["24 Hours", "808 State", "Abba", "abba gold", "Zebra"],
        ["Bjork", "Björk", "Björk Live", "Bjorn"],
        ["Émile", "Emilia", "Søren", "Sot"],
        ["Air", "(Air) Two", "“Air” Untitled"],
        ["Straße", "Strassen", "Ωmega", "Дора", "日本"],
    ])
    func namesAreSortedAlphabetically(names: [String]) {
        #expect(names.reversed().sorted { SortKey($0) < SortKey($1) } == names)
    }

    @Test func namesWithoutLettersOrDigitsAreSortedBeforeOtherNames() {
        #expect(SortKey("★★★") < SortKey("0"))
        #expect(SortKey("") < SortKey("0"))
    }

    @Test func theSortKeyOfAnArtistIgnoresALeadingArticle() {
        #expect(SortKey(artist: "The Beatles") < SortKey(artist: "Bjork"))
        #expect(SortKey(artist: "Theremin") > SortKey(artist: "Santana"))
        #expect(SortKey(artist: "The") > SortKey(artist: "Santana"))
        #expect(SortKey("The Beatles") > SortKey("Santana"))
    }

    /// Similar spellings share the part that is compared first, but their whole keys differ, so that their order is always defined.
    @Test func accentsAreComparedAfterAllLettersInSortKeys() {
        #expect(SortKey("Cafe") != SortKey("Café"))
        #expect(SortKey("Café") < SortKey("Cafe noir"))
    }

    @Test func theLengthOfASortKeyIsLimited() {
        let key = SortKey(String(repeating: "ß", count: 5_000))
        #expect(key.description.unicodeScalars.count <= 250)
    }

    /// PostgreSQL cannot store U+0000 in a text.
    @Test func aSortKeyContainsNoControlCharactersOfTheName() {
        let key = SortKey("\u{0}Ab\u{0}\u{7}ba\u{0}")
        #expect(!key.description.unicodeScalars.contains("\u{0}"))
        #expect(!key.description.unicodeScalars.contains("\u{7}"))
    }
}
