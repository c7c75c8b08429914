import ArtistClassification
import Testing

/// Text before a dash that is not an artist, and marks that swap artist and title. The names are made up.
struct SeriesAndWorksTests {
    @Test(arguments: [
        ("Nordlicht", "Nordlicht mix 600 - Embers"), ("Nordlicht", "Nordlicht 014: Embers guest mix"),
        ("Polar Day Mag", "Polar Mix 350 // Embers"), ("Polar Day Talk", "PDT 045 - Of rivers"),
        ("Nordlicht", "String Quartet No. 1 - I. Allegro"), ("Nordlicht", "Cello Suite - Gigue"),
        ("Nordlicht", "ICE OST - Thaw"), ("Nordlicht", "Ice Age - Main Theme"), ("Nordlicht", "The Thaw - Part 1"),
        ("Nordlicht", "Lesson 5 - At the bakery"), ("Nordlicht", "Interlude - The Thaw"),
        ("Nordlicht", "Thaw 17 - 140bpm"),
        ("Nordlicht", "The Morning Show - 12/06/2017"), ("Nordlicht", "Heavy Rain - 2 Hours"),
        ("Nordlicht", "[FREE] Embers x Frost Type Beat - \"Thaw\""),
    ])
    func anEpisodeOfASeriesOrAPartOfAWorkIsFiledUnderItsUploader(account: String, title: String) {
        #expect(filing(title, by: account).primaryArtist?.name == account)
    }

    @Test(arguments: [
        ("Cold Songs", "Thaw (Ice Remix) - Nordlicht", "Nordlicht / Thaw (Ice Remix)"),
        ("Cold Songs", "'Thaw' - Nordlicht", "Nordlicht / Thaw"),
        ("Cold Songs", "«Оттепель» — Полярник", "Полярник / Оттепель"),
        ("Cold Songs", "\"Thaw\" by Nordlicht", "Nordlicht / Thaw"),
        ("Cold Songs", "Thaw by: Nordlicht", "Nordlicht / Thaw"),
        ("Frost", "Thaw by Nordlicht ft. Frost", "Nordlicht / Thaw"),
        ("Frost", "Embers covers Nordlicht - Thaw", "Embers / Thaw"),
        ("Frost", "Nordlicht - Thaw (choir cover)", "Frost / Thaw (choir cover)"),
        ("Frost", "Thaw (Nordlicht) - Cover by Frost", "Frost / Thaw (Nordlicht)"),
        ("fan1987", "Nordlicht @ Ice Hall 1999", "Nordlicht / Nordlicht @ Ice Hall 1999"),
    ])
    func quotesVersionsAndTheWordByDistinguishTitleAndArtist(account: String, title: String, expected: String) {
        #expect(filing(title, by: account).short == expected)
    }

    @Test(arguments: [
        ("Polar Records", "POL014 A - Nordlicht - Thaw"), ("Polar Records", "POL014 Nordlicht - Thaw"),
        ("Polar Records", "POL-14 Nordlicht - Thaw"), ("Polar Records", "POL014: Nordlicht - Thaw"),
        ("crate", "B1 Nordlicht - Thaw"), ("crate", "1991 - Nordlicht - Thaw"), ("crate", "(1991) Nordlicht - Thaw"),
        ("crate", "#tbt Nordlicht - Thaw"), ("crate", "Nordlicht - Thaw #house #2021"),
        ("crate", "🔥PREMIERE🔥 Nordlicht - Thaw"), ("crate", "OUT NOW! Nordlicht - Thaw"),
        ("crate", "Track of the Day: Nordlicht - Thaw"), ("crate", "Nordlicht - Thaw *OUT NOW*"),
        ("crate", "Nordlicht - Thaw 🔥 CLICK BUY FOR FREE DL 🔥"), ("crate", "Nordlicht - Thaw w/ lyrics"),
        ("crate", "Nordlicht–Thaw"),
    ])
    func numbersAndAnnouncementsBelongToNeitherArtistNorTitle(account: String, title: String) {
        #expect(filing(title, by: account).short == "Nordlicht / Thaw")
    }

    @Test func aTitleUsedBySeveralArtistsIsFiledUnderEachOfThem() {
        let library = Library(
            "Frost | The Long Way Home", "Label | Nordlicht - The Long Way Home", "Ada Ice | The Long Way Home")
        #expect(library.artists() == [["Frost"], ["Nordlicht"], ["Ada Ice"]])
    }

    @Test func anAccountIsTheArtistOfItsCoversButNotOfItsRemixes() {
        let library = Library(
            "Frost | Ice - One (cover)", "Frost | Embers - Two (cover)", "Frost | Dew - Three (Frost Remix)",
            "Frost | Nordlicht - Thaw (cover)")
        #expect(library.artists() == [["Frost"], ["Frost"], ["Dew"], ["Frost"]])
    }

    @Test func anArtistThatDoesNotLookLikeANameIsUncertain() {
        #expect(filing("Door Slam 03 - Wood", by: "Cold Sounds Library").isUncertain)
        #expect(!filing("Nordlicht - Thaw", by: "Cold Sounds Library").isUncertain)
    }
}
