import ArtistClassification
import Testing

/// Remixes are filed under the original artist, covers under their performer and episodes under their show.
struct VersionTests {
    /// Spec M5.7.
    @Test func aRemixStaysWithTheArtistOfTheOriginal() {
        let filing = filing("Ice & Embers - Thaw (Nordlicht Remix)", by: "Nordlicht")
        #expect(filing.primaryArtist?.name == "Ice & Embers")
        #expect(filing.title == "Thaw (Nordlicht Remix)")
        #expect(filing.coreTitle == "Thaw")
        #expect(filing.version == "Nordlicht Remix")
        #expect(filing.names(.remixer) == ["Nordlicht"])
        #expect(filing.why.contains("A remix stays with the artist of the original."))
    }

    @Test func aRemixIsFiledUnderTheArtistOfAnotherUploadOfItsTitle() {
        let library = Library("Nordlicht | Long Way Home (Nordlicht Remix)", "Label | Embers - Long Way Home")
        #expect(library.artists()[0] == ["Embers"])
    }

    @Test(arguments: ["Original Mix", "Extended Mix", "Radio Edit", "Club Mix", "Live", "Acoustic Version"])
    func theNameOfAVersionIsNotCreditedAsARemixer(version: String) {
        let filing = filing("Nordlicht - Thaw (\(version))")
        #expect(filing.version == version)
        #expect(filing.names(.remixer).isEmpty)
    }

    /// Spec M5.7.
    @Test(arguments: [
        ("Jane Winter", "Nordlicht - Thaw (Cover)", "Thaw (Cover)"),
        ("Jane Winter", "Nordlicht - Thaw (Jane Winter cover)", "Thaw (Jane Winter cover)"),
        ("Jane Winter", "Nordlicht - Thaw (cover by Jane Winter)", "Thaw (cover by Jane Winter)"),
        ("Jane Winter", "Thaw (Nordlicht Cover)", "Thaw (Nordlicht Cover)"),
        ("Jane Winter", "Jane Winter - Thaw (Nordlicht cover)", "Thaw (Nordlicht cover)"),
        ("Jane Winter", "Jane Winter - Thaw (originally by Nordlicht)", "Thaw (originally by Nordlicht)"),
        ("Jane Winter", "Thaw by Nordlicht (cover)", "Thaw"),
        ("", "Jane Winter - Thaw (cover of Nordlicht)", "Thaw (cover of Nordlicht)"),
    ])
    func aCoverIsFiledUnderItsPerformer(uploader: String, title: String, shown: String) {
        let filing = filing(title, by: uploader)
        #expect(filing.mainArtists.map(\.name) == ["Jane Winter"])
        #expect(filing.names(.original) == ["Nordlicht"])
        #expect(filing.title == shown)
    }

    /// Spec M5.2.
    @Test(arguments: [
        ("City Sports", "Goal Talk Extra - Episode 14"), ("The Bench", "Ep 167a: On Referendums: Jane Winter (NO)"),
        ("Jane wonders...", "JW Ep 20- Jane Winter"), ("Ice Fm", "Ice Podcast 123 - Nordlicht"),
        ("Hour", "#1234 - Jane Winter"),
        ("Полярник", "Выпуск 12: снег"), ("Kältewelle", "Folge 7 - Der Frost"),
    ])
    func anEpisodeIsFiledUnderItsShow(account: String, title: String) {
        let filing = filing(title, by: account)
        #expect(filing.mainArtists.map(\.name) == [account])
        #expect(filing.title == title)
        #expect(filing.suggestedShelf == .podcasts)
        #expect(filing.why.contains("It is an episode, which stays with its show."))
    }

    @Test(arguments: ["Transmission", "Chapter 4", "Intro", "House", "Mix", "Live and Let Go", "The Interview", "EP 2"])
    func aSongNamedLikeAnEpisodeOrVersionIsASong(title: String) {
        let filing = filing("Nordlicht - \(title)", by: "Cold Uploads", durationMs: 180_000)
        #expect(filing.short == "Nordlicht / \(title)")
        #expect(filing.suggestedShelf == .songs)
    }

    @Test func numberedUploadsAreEpisodesOnlyIfTheyAreLong() {
        #expect(
            filing("Ice Radio 033 - Nordlicht", by: "Frost", durationMs: 3_600_000).mainArtists.map(\.name) == ["Frost"]
        )
        #expect(filing("Ice Radio 033", by: "Frost").suggestedShelf == .songs)
    }

    /// Spec M6.4.
    @Test func recordingsOfAtLeastTwentyMinutesAreSuggestedForPodcasts() {
        #expect(filing("Thaw", by: "Nordlicht", durationMs: 20 * 60_000 - 1).suggestedShelf == .songs)
        #expect(filing("Thaw", by: "Nordlicht", durationMs: 20 * 60_000).suggestedShelf == .podcasts)
        #expect(filing("Thaw", by: "Nordlicht").suggestedShelf == .songs)
    }
}
