import ArtistClassification
import Testing

struct ArtistNameTests {
    @Test(arguments: [
        ("FallOutBoy", "Fall Out Boy"), ("BJÖRK", "bjork"), ("ｂｊöʀᴋ", "Björk"), ("Ke$ha", "kesha"), ("A$AP", "ASAP"),
        ("Simon & Garfunkel", "simon and garfunkel"), ("𝓝𝓸𝓻𝓭", "Nord"), ("Ⓝord", "nord"), ("Ёлка", "елка"),
        ("й", "и\u{0306}"),
        ("선미", "\u{1109}\u{1165}\u{11AB}\u{1106}\u{1175}"), ("Łódź", "lodz"), ("Straße", "STRASSE"), ("Ærø", "aero"),
        ("P!nk", "pink"), ("Ａ－ｈａ", "a-ha"), ("Σίσυφος", "ΣΙΣΥΦΟΣ"),
    ])
    func spellingsOfOneArtistNameHaveTheSameKey(one: String, other: String) {
        #expect(ArtistName.key(one) == ArtistName.key(other))
    }

    @Test(arguments: [("The Band", "Band"), ("Кий", "Кии"), ("Mono", "Моно"), ("A", "B"), ("!!!", "???")])
    func differentArtistNamesHaveDifferentKeys(one: String, other: String) {
        #expect(ArtistName.key(one) != ArtistName.key(other))
    }

    @Test func anArtistNameWithoutLettersHasAKey() {
        #expect(!ArtistName.key("!!!").isEmpty)
        #expect(!ArtistName.key("†").isEmpty)
    }

    @Test func artistsAreSortedWithoutALeadingArticle() {
        let names = ["The Zebras", "Yeti", "4 Winds", "the Ants", "Theatre"]
        #expect(
            names.sorted { ArtistName.sortKey($0) < ArtistName.sortKey($1) }
                == ["4 Winds", "the Ants", "Theatre", "Yeti", "The Zebras"])
        #expect(ArtistName.sortKey("The") == "the")
    }
}
