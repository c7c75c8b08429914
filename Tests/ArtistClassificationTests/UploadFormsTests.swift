import ArtistClassification
import Testing

/// The forms in which people upload, each with names that are made up. What the library says beside it is in `EvidenceTests`.
struct UploadFormsTests {
    @Test(arguments: [
        // The platform's own account of an artist: the title is the publisher's.
        ("Nordlicht - Topic", "Polar Day", "Nordlicht / Polar Day"),
        ("Nordlicht - Topic", "Polar Day - Remastered 2011", "Nordlicht / Polar Day - Remastered 2011"),
        ("Nordlicht - Topic", "Embers - Live", "Nordlicht / Embers - Live"),
        ("NordLichtVEVO", "Polar Day (Official Video)", "Nord Licht / Polar Day"),
        ("Nordlicht Official", "Nordlicht - Polar Day", "Nordlicht / Polar Day"),
        // The account's own name before and behind the title.
        ("Nordlicht", "Polar Day | Nordlicht", "Nordlicht / Polar Day"),
        ("North Light", "Polar Day North Light", "North Light / Polar Day"),
        ("North Light", "North Light Polar Day (Official Video)", "North Light / Polar Day"),
        ("North Light", "North Light Radio Show 500", "North Light / North Light Radio Show 500"),
        ("North Light Brasil", "Polar Day - North Light", "North Light / Polar Day"),
        ("North Light", "North Light 99 Balloons", "North Light / 99 Balloons"),
        ("North Light", "North Light 35", "North Light / North Light 35"),
        ("Northy", "northy 35 x Palms", "Northy / northy 35 x Palms"),
        ("Frosti", "Polar Day Frosti", "Frosti / Polar Day"), ("Frio", "Polar Day Frio", "Frio / Polar Day"),
        ("冬風 N.L.", "Polar Day 冬風 N.L.", "冬風 N.L. / Polar Day"),
        // Labels, fans, those who show lyrics.
        ("Cold Records", "Polar Day by Nordlicht (Palms Remix)", "Nordlicht / Polar Day"),
        ("Cold Records", "Polar Day by Nordlicht", "Nordlicht / Polar Day"),
        ("nordfan77", "Polar Day by The North Lights", "The North Lights / Polar Day"),
        ("CobaltLyrics", "Polar Day By Nordlicht (Lyrics)", "Nordlicht / Polar Day"),
        ("CobaltLyrics", "Polar Day (by Nordlicht)", "Nordlicht / Polar Day"),
        ("Maria Keller", "Polar Day [by Nordlicht]", "Nordlicht / Polar Day"),
        ("Cold Letras", "Polar Day por Nordlicht", "Nordlicht / Polar Day"),
        ("Cold Records", "Polar Day 🔥 by Nordlicht", "Nordlicht / Polar Day 🔥"),
        ("Cold Records", "Nordlicht | By the Sea", "Nordlicht / By the Sea"),
        // "by" in a title of one's own.
        ("Maria Keller", "Stand by Me", "Maria Keller / Stand by Me"),
        ("Maria Keller", "Side by Side", "Maria Keller / Side by Side"),
        ("Maria Keller", "Down by the River", "Maria Keller / Down by the River"),
        ("Maria Keller", "Haunted by Summer", "Maria Keller / Haunted by Summer"),
        ("Cold Records", "One by One", "Cold Records / One by One"),
        // Gaps and ornaments for a mark.
        ("nordfan77", "Nordlicht   Polar Day", "Nordlicht / Polar Day"),
        ("nordfan77", "Nordlicht\tPolar Day", "Nordlicht / Polar Day"),
        ("nordfan77", "Nordlicht  Polar Day (Official Video)", "Nordlicht / Polar Day"),
        ("nordfan77", "Nordlicht \u{3000} Polar Day", "Nordlicht / Polar Day"),
        ("nordfan77", "Nordlicht ★ Polar Day", "Nordlicht / Polar Day"),
        ("nordfan77", "Nordlicht ♪♪ Polar Day", "Nordlicht / Polar Day"),
        ("nordfan77", "★ Nordlicht - Polar Day ★", "Nordlicht / Polar Day"),
        ("nordfan77", "Nordlicht -  Polar  Day", "Nordlicht / Polar Day"),
        ("Nordlicht", "Polar Day 🔥", "Nordlicht / Polar Day 🔥"),
        // Words of video are nobody's name.
        ("Nordlicht", "Polar Day - Lyrics", "Nordlicht / Polar Day"),
        ("Nordlicht", "Lyrics - Polar Day", "Nordlicht / Polar Day"),
        ("Nordlicht", "New Video - Polar Day", "Nordlicht / Polar Day"),
        ("Nordlicht", "Official Video: Polar Day", "Nordlicht / Polar Day"),
        ("Cold Records", "Official Audio - Nordlicht - Polar Day", "Nordlicht / Polar Day"),
        ("Cold Records", "Video Oficial: Nordlicht - Polar Day", "Nordlicht / Polar Day"),
        ("Cold Records", "Nordlicht - Polar Day (con letra)", "Nordlicht / Polar Day"),
        ("Cold Records", "Audio - Polar Day", "Audio / Polar Day"),
        ("CobaltLyrics", "Nordlicht - Polar Song Lyrics", "Nordlicht / Polar Song"),
        // Two titles stay two.
        ("Nordlicht", "Nordlicht - Thaw / Dew", "Nordlicht / Thaw / Dew"),
    ])
    func theFormSaysWhoseItIs(uploader: String, title: String, expected: String) {
        #expect(filing(title, by: uploader).short == expected)
    }

    @Test(arguments: [
        ("Nordlicht Polar Day", "Nordlicht / Polar Day"), ("Polar Day Nordlicht lyrics", "Nordlicht / Polar Day"),
        ("Nordlicht Polar Day (Official Video)", "Nordlicht / Polar Day"),
        ("Polar Day - Nordlicht", "Nordlicht / Polar Day"),
        ("Polar Day / Nordlicht", "Nordlicht / Polar Day"),
        ("Nordlicht of the North", "nordfan77 / Nordlicht of the North"),
    ])
    func anArtistOfTheLibraryIsFoundWithoutAMark(title: String, expected: String) {
        let library = Library("nordfan77 | \(title)", "Cold Records | Nordlicht - Thaw", "Nordlicht | Nordlicht - Dew")
        #expect(library.filings()[0].short == expected)
    }

    @Test(arguments: [
        // An account named after the artist whom its titles name.
        ("coldfan12 | Polar Day - Nordlicht", "Nordlicht Fans | Nordlicht - Dew", "Nordlicht / Polar Day"),
        ("coldfan12 | Nordlicht The Thaw HD", "Nordlicht Fan Club | Nordlicht - Dew", "Nordlicht / The Thaw"),
        // An account of that name with the same title.
        ("Maria Keller | Thaw Nordlicht (Official Video)", "Nordlicht | Thaw", "Nordlicht / Thaw"),
        ("Maria Keller | Thaw Nordlicht (Official Video)", "Nordlicht | Dew", "Maria Keller / Thaw Nordlicht"),
    ])
    func anAccountIsAWitnessOfItsName(upload: String, other: String, expected: String) {
        #expect(Library(upload, other).filings()[0].short == expected)
    }

    @Test(arguments: [
        // A title in quotation marks, a title that was remixed, a title of another upload: none is an artist's name.
        ("Cold Music | Nordlicht / The Thaw (Official Video)", "coldfan12 | \"The Thaw\" - Embers", "Nordlicht"),
        ("Cold Records | Nordlicht - Thaw (Palms Edit)", "Blog | Thaw - Embers", "Nordlicht"),
        ("Cold Records | Nordlicht - Polar Day (Palms Edit)", "Blog | Polar Day - Embers", "Nordlicht"),
        ("Cold Records | Nordlicht vs Palms - Polar Day", "Blog | Polar Day - Embers", "Nordlicht"),
        ("Cold Records | Nordlicht - \"Polar Day\"", "Blog | Polar Day - Embers", "Nordlicht"),
        ("Cold Records | Nordlicht - Polar Day", "Blog | Polar Day (Palms Remix) - Embers", "Nordlicht"),
    ])
    func aTitleOfAnotherUploadIsNotTakenForAnArtist(upload: String, other: String, artist: String) {
        #expect(Library(upload, other).filings()[0].primaryArtist?.name == artist)
    }

    @Test func aNameThatIsAnotherUploadsTitleIsNotTakenForAnArtist() {
        let library = Library(
            "Cold Records | Nordlicht  Polar Day", "coldfan12 | Polar Day - Embers", "Embers | Polar Day")
        #expect(library.artists() == [["Nordlicht"], ["Embers"], ["Embers"]])
    }

    @Test func aTitleOfAnArtistsOwnThatBeginsWithAnothersNameStaysHis() {
        let library = Library(
            "Embers | Frost Alarm", "Label | Embers - Glow", "Label | Frost - Thaw", "Blog | Frost - Dew")
        #expect(library.artists()[0] == ["Embers"])
    }

    @Test func whoIsCreditedAsAGuestIsNotTakenForTheArtist() {
        let library = Library(
            "dove | wings ft Young Embers", "Label | Young Embers - Glow", "Blog | Young Embers - Dew")
        #expect(library.artists()[0] == ["dove"])
    }

    @Test func aReversedUploadOverrulesNeitherThePlatformsAccountNorTheArtists() {
        let library = Library(
            "Nordlicht - Topic | Polar Day", "NordlichtVEVO | Nordlicht - Polar Day",
            "coldfan12 | Polar Day - Nordlicht",
            "coldfan13 | Polar Day - Nordlicht (Lyrics)")
        #expect(library.artists() == [["Nordlicht"], ["Nordlicht"], ["Nordlicht"], ["Nordlicht"]])
    }

    @Test func twoUploadsThatSayTheOppositeAreBothLessSure() {
        let one = Library("coldfan12 | Nordlicht - Thaw").filings()[0]
        let two = Library("coldfan12 | Nordlicht - Thaw", "coldfan13 | Thaw - Nordlicht").filings()[0]
        #expect(two.primaryArtist?.name == "Nordlicht")
        #expect(two.confidence < one.confidence)
    }

    @Test func aSignThatStandsForALetterIsKept() {
        let library = Library(
            "NORDVEVO | N0rd - Thaw", "GlitchVEVO | Gl!tch - Thaw", "glitch | Gl!tch - Dew", "coldfan12 | Gl!tch - Glow"
        )
        #expect(library.artists()[1...] == [["Gl!tch"], ["Gl!tch"], ["Gl!tch"]])
        #expect(filing("Fro$t - Thaw", by: "FrostVEVO").primaryArtist?.name == "Fro$t")
    }
}
