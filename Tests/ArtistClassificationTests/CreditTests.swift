import ArtistClassification
import Testing

struct CreditTests {
    @Test(arguments: [
        "Nordlicht - Thaw (feat. Eisbrecher)", "Nordlicht - Thaw feat. Eisbrecher", "Nordlicht - Thaw ft Eisbrecher",
        "Nordlicht feat. Eisbrecher - Thaw", "Nordlicht - Thaw [featuring Eisbrecher]",
        "Nordlicht - Thaw w/ Eisbrecher",
        "Nordlicht - Thaw (with Eisbrecher)", "Nordlicht - Thaw +Eisbrecher", "Nordlicht - Thaw (+Eisbrecher)",
        "Nordlicht - Thaw ft. Eisbrecher (Official Video)", "Nordlicht - Thaw (Official Video) ft. Eisbrecher",
    ])
    func guestsInATitleAreCreditedAsFeaturedArtists(title: String) {
        let filing = filing(title)
        #expect(filing.short == "Nordlicht / Thaw")
        #expect(filing.names(.featured) == ["Eisbrecher"])
        #expect(filing.artistText == "Nordlicht feat. Eisbrecher")
    }

    @Test(arguments: [
        "Nordlicht - Thaw (prod. Eisbrecher)", "Nordlicht - Thaw prod. by Eisbrecher",
        "Nordlicht - Thaw [produced by Eisbrecher]",
        "Nordlicht - Thaw「prod. Eisbrecher」", "Nordlicht - Thaw (p. Eisbrecher)",
    ])
    func producersInATitleAreCreditedOnlyAsProducers(title: String) {
        let filing = filing(title)
        #expect(filing.short == "Nordlicht / Thaw")
        #expect(filing.names(.producer) == ["Eisbrecher"])
        #expect(filing.artistText == "Nordlicht")
    }

    @Test func aVersionAfterACreditIsPartOfTheTitle() {
        let filing = filing("Nordlicht - Thaw ft. One, Two [Eisbrecher edit]", by: "Eisbrecher")
        #expect(filing.short == "Nordlicht / Thaw [Eisbrecher edit]")
        #expect(filing.names(.featured) == ["One", "Two"])
        #expect(filing.names(.remixer) == ["Eisbrecher"])
        #expect(filing.version == "Eisbrecher edit")
    }

    @Test(arguments: [
        "Ice & Embers", "Tyler, The Skater", "Earth, Wind & Snow", "Mike + The Drifters", "Fox x Hound", "AC/DV",
    ])
    func anAmbiguousSeparatorAloneDoesNotSplitAName(name: String) {
        let filing = filing("\(name) - Thaw")
        #expect(filing.mainArtists.map(\.name) == [name])
    }

    @Test(arguments: ["Ice & Embers - Thaw", "Ice, Embers - Thaw", "Ice x Embers - Thaw", "Ice и Embers - Thaw"])
    func aJoinedNameIsSplitIfBothPartsAreKnownArtists(title: String) {
        let library = Library("Somebody | \(title)", "Label | Ice - Frost", "Label | Embers - Glow")
        #expect(library.artists()[0] == ["Ice", "Embers"])
    }

    @Test func aJoinedNameWithOnlyOneKnownPartIsNotSplit() {
        let library = Library("Somebody | Ice & Embers - Thaw", "Label | Ice - Frost")
        #expect(library.artists()[0] == ["Ice & Embers"])
    }

    @Test func aJoinedNameOfAnAccountIsNotSplit() {
        let library = Library(
            "Somebody | Ice & Embers - Thaw", "Label | Ice - Frost", "Label | Embers - Glow", "Ice & Embers | Thaw")
        #expect(library.artists()[0] == ["Ice & Embers"])
    }

    @Test func aJoinedNameIsSplitIfTheUploaderHasTheNameOfOnePart() {
        #expect(filing("Ice & Embers - Thaw", by: "Ice").mainArtists.map(\.name) == ["Ice", "Embers"])
    }

    @Test func theArtistFieldSplitsJoinedNames() {
        // SoundCloud-Backend (MIT), enrich/resolver/signals.rs tests.
        let filing = filing("СОЛНЦЕхЛУНА - ночь", by: "кто-то", field: "СОЛНЦЕ, ЛУНА")
        #expect(filing.mainArtists.map(\.name) == ["СОЛНЦЕ", "ЛУНА"])
        #expect(filing.artistText == "СОЛНЦЕ & ЛУНА")
    }

    @Test func unambiguousSeparatorsSplitNames() {
        #expect(filing("Ice vs. Embers - Thaw").mainArtists.map(\.name) == ["Ice", "Embers"])
        #expect(filing("Ice / Embers - Thaw").mainArtists.map(\.name) == ["Ice", "Embers"])
        #expect(filing("ice + embers - thaw").mainArtists.map(\.name) == ["ice", "embers"])
    }

    @Test func theLabelAndTheAlbumComeFromFieldsTitleOrAccount() {
        var upload = Upload(id: "1", title: "Nordlicht - Thaw [Frozen Records]", uploader: "Blog")
        #expect(Classifier.filings(of: [upload])[0].label == "Frozen Records")
        upload.publicationLine = "℗ 2021 Glacier Recordings"
        upload.albumTitle = "Arctica"
        #expect(Classifier.filings(of: [upload])[0].label == "Glacier Recordings")
        #expect(Classifier.filings(of: [upload])[0].album == "Arctica")
        upload.labelName = "Ice Age"
        #expect(Classifier.filings(of: [upload])[0].label == "Ice Age")
        #expect(filing("Nordlicht - Thaw", by: "Glacier Records").label == "Glacier Records")
        #expect(filing("Thaw", by: "Nordlicht").label == nil)
        #expect(filing("Nordlicht - Thaw (from the album Arctica)").album == "Arctica")
        #expect(filing("Nordlicht - Arctica - 05 - Thaw").album == "Arctica")
    }
}
