import ArtistClassification
import Testing

/// Marks that separate artist and title. The names are invented unless a comment says otherwise.
struct TitleMarksTests {
    @Test(arguments: [
        ("Nordlicht - Polar Day", "Nordlicht / Polar Day"),
        ("Nordlicht – Polar Day", "Nordlicht / Polar Day"),
        ("Nordlicht — Polar Day", "Nordlicht / Polar Day"),
        ("Nordlicht—Polar Day", "Nordlicht / Polar Day"),
        ("Nordlicht -- Polar Day", "Nordlicht / Polar Day"),
        ("Nordlicht- Polar Day", "Nordlicht / Polar Day"),
        ("Nordlicht _ Polar Day", "Nordlicht / Polar Day"),
        ("Nordlicht | Polar Day", "Nordlicht / Polar Day"),
        ("Nordlicht: Polar Day", "Nordlicht / Polar Day"),
        ("Nord-Licht - Polar-Day", "Nord-Licht / Polar-Day"),
        ("Nordlicht - Polar - Day", "Nordlicht / Polar - Day"),
        ("  Nordlicht\u{00A0}-\u{2003}Polar\u{200B} Day ", "Nordlicht / Polar Day"),
        ("Nordlicht_-_Polar_Day", "Nordlicht / Polar Day"),
        ("04-nord_licht-polar_day.mp3", "nord licht / polar day"),
        ("Полярник — Белая ночь", "Полярник / Белая ночь"),
        ("夜行 - 雪", "夜行 / 雪"),
    ])
    func separatorsSplitArtistAndTitle(title: String, expected: String) {
        #expect(filing(title).short == expected)
    }

    @Test(arguments: [
        ("Nordlicht - Polar Day [Official Video]", "Nordlicht / Polar Day"),
        ("Nordlicht - Polar Day (Official Music Video) HD", "Nordlicht / Polar Day"),
        ("Nordlicht - Polar Day Official MV", "Nordlicht / Polar Day"),
        ("Nordlicht - Polar Day | Official Lyric Video", "Nordlicht / Polar Day"),
        ("Nordlicht - Polar Day (clip officiel)", "Nordlicht / Polar Day"),
        ("Nordlicht - Polar Day (Videoclip Oficial)", "Nordlicht / Polar Day"),
        ("Nordlicht - Polar Day (Официальный клип)", "Nordlicht / Polar Day"),
        ("Nordlicht - Polar Day [1080p]", "Nordlicht / Polar Day"),
        ("Nordlicht - Polar Day [FREE DOWNLOAD]", "Nordlicht / Polar Day"),
        ("Nordlicht - Polar Day (Free DL) (Out Now)", "Nordlicht / Polar Day"),
        ("Nordlicht - Polar Day (link in bio)", "Nordlicht / Polar Day (link in bio)"),
        ("Nordlicht - Polar Day link in the bio", "Nordlicht / Polar Day"),
        ("Nordlicht - Polar Day【MV】", "Nordlicht / Polar Day"),
        ("[MV] Nordlicht - Polar Day", "Nordlicht / Polar Day"),
        ("Nordlicht - Polar Day.wav", "Nordlicht / Polar Day"),
        ("Nordlicht - Official Video", " / Nordlicht"),
        // Packaging words that are the title here.
        ("Nordlicht - Video Stars", "Nordlicht / Video Stars"),
        ("Nordlicht - Now", "Nordlicht / Now"),
        ("Nordlicht - It's Free Now", "Nordlicht / It's Free Now"),
        ("Nordlicht - Live Wires", "Nordlicht / Live Wires"),
        ("Nordlicht - (Everything) Is Cold", "Nordlicht / (Everything) Is Cold"),
    ])
    func wordsAboutTheVideoOrTheDownloadAreNotPartOfTheTitle(title: String, expected: String) {
        #expect(filing(title).short == expected)
    }

    @Test(arguments: [
        ("PREMIERE: Nordlicht - Polar Day", "Nordlicht / Polar Day"),
        ("PREMIERE:Nordlicht - Polar Day", "Nordlicht / Polar Day"),
        ("PREMIERE : Nordlicht - Polar Day", "Nordlicht / Polar Day"),
        ("PREMIERE Nordlicht - Polar Day", "Nordlicht / Polar Day"),
        ("[PREMIERE] Nordlicht - Polar Day", "Nordlicht / Polar Day"),
        ("Cold Blog Premiere | Nordlicht - Polar Day", "Nordlicht / Polar Day"),
        ("FREE DOWNLOAD: Nordlicht - Polar Day", "Nordlicht / Polar Day"),
        ("Exclusive - Nordlicht - Polar Day", "Nordlicht / Polar Day"),
        ("[Ambient] Nordlicht - Polar Day", "Nordlicht / Polar Day"),
        ("Премьера: Полярник - Белая ночь", "Полярник / Белая ночь"),
        ("Premiere - Polar Day", "Premiere / Polar Day"),
    ])
    func announcementsAreRemovedFromTheTitle(title: String, expected: String) {
        #expect(filing(title).short == expected)
    }

    /// Spec M5.6.
    @Test(arguments: [
        ("03. Nordlicht - Polar Day", "Nordlicht / Polar Day"),
        ("03 Nordlicht - Polar Day", "Nordlicht / Polar Day"),
        ("3. Nordlicht - Polar Day", "Nordlicht / Polar Day"),
        ("12) Nordlicht - Polar Day", "Nordlicht / Polar Day"),
        ("07 - Nordlicht - Polar Day", "Nordlicht / Polar Day"),
        ("A1. Nordlicht - Polar Day", "Nordlicht / Polar Day"),
        ("B2 - Nordlicht - Polar Day", "Nordlicht / Polar Day"),
        ("Nordlicht - 05 Polar Day", "Nordlicht / Polar Day"),
        ("Nordlicht - Arctica - 05 - Polar Day", "Nordlicht / Polar Day"),
        // Numbers that are names. The first two artists are real; the other names are invented.
        ("070 Shake - Guilty Conscience", "070 Shake / Guilty Conscience"),
        ("112 - Peaches & Cream", "112 / Peaches & Cream"),
        ("40 Winters - Thaw", "40 Winters / Thaw"),
        ("1.5 Degrees - Thaw", "1.5 Degrees / Thaw"),
    ])
    func trackNumbersAreDistinguishedFromNumbersInNames(title: String, expected: String) {
        #expect(filing(title).short == expected)
    }

    @Test func aNumberInATitleIsKeptIfTheAccountNameBeginsWithIt() {
        // SoundCloud-Backend (MIT), enrich/normalize.rs tests.
        #expect(filing("1. Kla$ - Russisch", by: "1.Kla$").short == "1. Kla$ / Russisch")
    }

    /// Spec M5.3.
    @Test(arguments: [
        ("EISTAU \"Melt Away\" M/V", "EISTAU / Melt Away"),
        ("EISTAU(아이스타우) “Melt(녹아)” Dance Practice", "EISTAU(아이스타우) / Melt(녹아)"),
        ("EISTAU[아이스타우] \"Melt\" M/V", "EISTAU / Melt"),
        ("EISTAU \"Melt Away\" Dance Practice #2 (Winter Ver.)", "EISTAU / Melt Away"),
        ("Полярник «Белая ночь»", "Полярник / Белая ночь"),
        ("夜行「雪」", "夜行 / 雪"),
        ("夜行 MV『雪』", "夜行 / 雪"),
        ("Nordlicht - \"Polar Day\"", "Nordlicht / Polar Day"),
        ("Nordlicht - 'Polar Day' (Official Audio)", "Nordlicht / Polar Day"),
        // Marks that are not quotation marks: inches, apostrophes, an elision.
        ("Nordlicht - Thaw (12\" Mix)", "Nordlicht / Thaw (12\" Mix)"),
        ("Rock 'n' Snow", " / Rock 'n' Snow"),
    ])
    func aQuotedTitleAfterTheArtistIsRecognised(title: String, expected: String) {
        #expect(filing(title).short == expected)
    }

    @Test(arguments: [
        ("Nordlicht", "Polar Day by Nordlicht", "Nordlicht / Polar Day"),
        ("Nordlicht", "Polar Day - Nordlicht", "Nordlicht / Polar Day"),
        ("Nordlicht", "Nordlicht-Polar Day", "Nordlicht / Polar Day"),
        ("Nordlicht", "Nordlicht: Polar Day", "Nordlicht / Polar Day"),
        ("Nordlicht", "Polar Day - Live at the Pier", "Nordlicht / Polar Day - Live at the Pier"),
        ("Nordlicht", "Polar Day - demo", "Nordlicht / Polar Day - demo"),
        ("Nordlicht", "Stand by Me Now", "Nordlicht / Stand by Me Now"),
        ("Nordlicht", "self-made", "Nordlicht / self-made"),
        ("Polar Records", "Nordlicht - Polar Day", "Nordlicht / Polar Day"),
        ("Polar Records", "Polar Records - Nordlicht - Thaw", "Nordlicht / Thaw"),
        ("Polar Records", "PLR042 - Nordlicht - Thaw", "Nordlicht / Thaw"),
        ("Nordlicht", "Boat Song - Prod. by Eisbrecher", "Nordlicht / Boat Song"),
        (
            "Nordlicht", "Frost x Fire - Main Theme in the Style of Frost",
            "Nordlicht / Frost x Fire - Main Theme in the Style of Frost"
        ),
    ])
    func theUploadersNameDecidesWhichPartOfATitleIsTheArtist(uploader: String, title: String, expected: String) {
        #expect(filing(title, by: uploader).short == expected)
    }

    @Test func aTitleWithoutAnyNamedArtistHasNoCredits() {
        let filing = filing("Polar Day")
        #expect(filing.credits.isEmpty)
        #expect(filing.confidence == 0)
        #expect(filing.why == "Nothing names an artist.")
    }
}
