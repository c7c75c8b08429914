import ArtistClassification
import Testing

/// Evidence from the other uploads of a library.
struct EvidenceTests {
    /// Spec M5.1.
    @Test func otherUploadsOfAnAccountIdentifyItsArtist() {
        let library = Library(
            "Frost Songs | Thaw", "Frost Songs | Frost - Polar Day", "Frost Songs | Frost - Ice Age",
            "Frost Songs | Thaw (Palms Remix)")
        #expect(library.artists() == [["Frost"], ["Frost"], ["Frost"], ["Frost"]])
        #expect(library.filings()[0].why.contains("Other uploads of this account name Frost."))
        #expect(library.filings()[0].why.contains("The account's name contains Frost."))
        #expect(Library("Frost Songs | Thaw").artists() == [["Frost Songs"]])
    }

    @Test func repeatedUploadsOfOneTitleDoNotMakeItsArtistTheArtistOfTheAccount() {
        let library = Library(
            "lemming | Thaw", "lemming | Frost - Ice Age", "lemming | Frost - Ice Age", "lemming | Frost - Ice Age (HD)"
        )
        #expect(library.artists()[0] == ["lemming"])
    }

    /// Spec M5.1.
    @Test func uploadsWithTheSameTitleHaveTheArtistThatOneOfThemNames() {
        // The example in the requirements: two of the three accounts are not artists.
        let library = Library(
            "mdindry35 | Long Way Home", "user3416402 | Nordlicht - Long Way Home", "Nordlicht | Ice Age",
            "mdindry35 | Embers - Glow")
        #expect(library.artists()[0] == ["Nordlicht"])
        #expect(library.artists()[1] == ["Nordlicht"])
        #expect(library.filings()[0].why.contains("Another upload with the same title is by Nordlicht."))
    }

    @Test func anArtistsOwnTitleIsNotFiledUnderAnotherArtist() {
        let library = Library("Embers | Home", "Embers | Glow", "Label | Nordlicht - Home", "Label | Embers - Kindling")
        #expect(library.artists()[0] == ["Embers"])
        let alone = Library("Embers | Home", "Label | Nordlicht - Home")
        #expect(alone.artists()[0] == ["Embers"])
    }

    @Test func anAccountThatUploadsTitlesOfOtherArtistsIsNotAnArtist() {
        let library = Library(
            "Kasettenkind | Home", "Kasettenkind | Glow", "Label | Nordlicht - Home", "Label | Embers - Glow",
            "Label | Ice - Dew")
        #expect(library.artists()[0] == ["Nordlicht"])
        #expect(library.artists()[1] == ["Embers"])
    }

    @Test(arguments: [
        "Long Way Home - Nordlicht", "Long Way Home by Nordlicht", "long way home – NORDLICHT (lyrics)",
        "Nordlicht: Long Way Home",
    ])
    func aKnownArtistIsFoundOnEitherSideOfTheTitle(title: String) {
        let library = Library("somebody | \(title)", "Nordlicht | Thaw", "Label | Nordlicht - Ice Age")
        #expect(library.artists()[0] == ["Nordlicht"])
    }

    @Test func anAccountThatWritesTheArtistLastIsRecognised() {
        let library = Library("fan | Thaw - Nordlicht", "fan | Ice Age - Nordlicht", "fan | Dew - Nordlicht")
        #expect(library.artists() == [["Nordlicht"], ["Nordlicht"], ["Nordlicht"]])
    }

    @Test func theSuffixOfAnAccountNameIsDroppedIfTheRestIsAKnownArtist() {
        let library = Library("nordlichtofficial | Thaw", "Label | Nordlicht - Ice Age")
        #expect(library.artists() == [["Nordlicht"], ["Nordlicht"]])
        let music = Library("Nordlicht Music | Thaw", "Label | Nordlicht - Thaw")
        #expect(music.artists() == [["Nordlicht"], ["Nordlicht"]])
        #expect(Library("Nordlicht Music | Thaw", "Label | Nordlicht - Dew").artists()[0] == ["Nordlicht Music"])
    }

    @Test func namesWithAndWithoutTheArticleAreOneArtistIfTheyShareATitle() {
        let library = Library("Label | The Embers - Glow", "Blog | Embers - Glow", "Blog | Embers - Dew")
        #expect(Set(library.filings().map { $0.primaryArtist?.key }).count == 1)
        let apart = Library("Label | The Embers - Glow", "Blog | Embers - Dew")
        #expect(Set(apart.filings().map { $0.primaryArtist?.key }).count == 2)
    }

    @Test func aNameInTwoScriptsIsOneArtist() {
        let library = Library("a | EISTAU(아이스타우) \"Melt\" M/V", "b | EISTAU - Frost", "c | 아이스타우 - Thaw")
        #expect(Set(library.filings().map { $0.primaryArtist?.key }) == ["eistau"])
    }

    @Test func anArtistIsShownInTheMostFrequentSpelling() {
        let library = Library(
            "a | NORDLICHT - Thaw", "b | Nordlicht - Dew", "c | Nordlicht - Ice Age", "d | nordlicht - glow")
        #expect(library.artists() == [["Nordlicht"], ["Nordlicht"], ["Nordlicht"], ["Nordlicht"]])
    }

    @Test func aDashInOneTitleOfAReleaseDoesNotNameAnArtist() {
        var uploads = ["Dawn", "Noon", "Dusk", "Suite - Night"].enumerated().map {
            Upload(id: "\($0)", title: $1, uploader: "Nordlicht", albumTitle: "One Day")
        }
        #expect(Classifier.filings(of: uploads)[3].primaryArtist?.name == "Nordlicht")
        uploads = uploads.map {
            Upload(id: $0.id, title: "Embers - " + $0.title, uploader: "Nordlicht", albumTitle: "One Day")
        }
        #expect(Classifier.filings(of: uploads)[0].primaryArtist?.name == "Embers")
    }

    @Test func uploadsWithTheSameISRCHaveTheSameArtist() {
        let uploads = [
            Upload(id: "1", title: "Thaw 2", uploader: "Cold Uploads", isrc: "XX0000000001"),
            Upload(id: "2", title: "Nordlicht - Thaw", uploader: "Label", isrc: "XX0000000001"),
        ]
        #expect(Classifier.filings(of: uploads).map { $0.primaryArtist?.name } == ["Nordlicht", "Nordlicht"])
    }

    @Test func durationsDistinguishUploadsWithTheSameTitle() {
        func artist(_ seconds: Int64) -> String? {
            let uploads = [
                Upload(id: "1", title: "Home", uploader: "mdindry35", durationMs: seconds * 1000),
                Upload(id: "2", title: "Nordlicht - Home", uploader: "Label", durationMs: 201_500),
                Upload(id: "3", title: "Embers - Home", uploader: "Label", durationMs: 342_000),
            ]
            return Classifier.filings(of: uploads)[0].primaryArtist?.name
        }
        #expect(artist(201) == "Nordlicht")
        #expect(artist(342) == "Embers")
        #expect(artist(120) == "mdindry35")
    }

    @Test func confidenceRisesWithAgreeingEvidence() {
        let alone = filing("Nordlicht - Thaw", by: "Cold Uploads").confidence
        let confirmed = filing("Nordlicht - Thaw", by: "Cold Uploads", field: "Nordlicht").confidence
        let own = filing("Nordlicht - Thaw", by: "Nordlicht").confidence
        #expect(alone < own)
        #expect(alone < confirmed)
        #expect(filing("Thaw", by: "user83648290").confidence < alone)
    }

    @Test func removingUploadsRestoresTheEarlierFilings() {
        let library = Library(
            "Frost Songs | Frost - Polar Day", "Label | Nordlicht - Thaw | Nordlicht", "Frost Songs | Dew",
            "fan | Thaw - Nordlicht",
            " | Nordlicht \"Thaw\" M/V", "Label | Ice & Embers - Glow")
        let asked = Library("x | Thaw", "Frost Songs | Ice Age", "y | Glow - Embers", "Nordlicht | Ice & Embers - Home")
        var evidence = Evidence(library.uploads)
        let before = asked.uploads.map(Classifier(evidence).classify)
        let passing = Library("Thaw | Glow - Nordlicht", "Embers | Dew", "Ice | Thaw | Embers", "x | Frost: Ice Age")
            .uploads
        for upload in passing { evidence.add(upload) }
        #expect(asked.uploads.map(Classifier(evidence).classify) != before)
        for upload in passing.reversed() { evidence.remove(upload) }
        #expect(asked.uploads.map(Classifier(evidence).classify) == before)
        for upload in library.uploads { evidence.remove(upload) }
        #expect(evidence.count == 0)
        #expect(asked.uploads.map(Classifier(evidence).classify) == asked.uploads.map(Classifier(Evidence()).classify))
    }
}
