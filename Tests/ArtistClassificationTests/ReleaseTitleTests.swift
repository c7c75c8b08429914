import Testing

@testable import ArtistClassification

struct ReleaseTitleTests {
    @Test(arguments: [
        ("Low Tide", "Low Tide"), ("Aurora Vale - Low Tide", "Low Tide"), ("AURORA VALE – Low Tide (EP)", "Low Tide"),
        ("Low Tide [Full Album] (2021)", "Low Tide"), ("Low Tide - Single", "Low Tide"), ("Low Tide - EP", "Low Tide"),
        ("Low Tide by Aurora Vale", "Low Tide"), ("Low Tide (Deluxe)", "Low Tide (Deluxe)"), ("1989", "1989"),
        ("Depot - Low Tide", "Depot - Low Tide"), ("Stand by Me", "Stand by Me"), ("The Album Leaf", "The Album Leaf"),
        ("Первый снег (альбом)", "Первый снег (альбом)"), ("EP 7", "EP 7"), ("U2-War", "U2-War"),
    ])
    func aReleaseNameOmitsTheArtistAndTheKindOfRelease(title: String, name: String) {
        #expect(ReleaseTitle.name(title, of: ["Aurora Vale", "Aurora Vale Official"]) == name)
    }

    @Test(arguments: [
        "", " ", "EP", "Album", "My Album", "Aurora Vale - Singles", "QH001", "DPT-12", "https://example.org/x",
        "www.x.example",
    ])
    func aTitleThatNamesNoReleaseIsIgnored(title: String) {
        #expect(ReleaseTitle.name(title, of: ["Aurora Vale"]) == nil)
    }

    @Test func theReleaseFieldNamesTheAlbum() {
        let upload = Upload(id: "1", title: "Salt Road", uploader: "auroravale", release: "Low Tide (EP)")
        #expect(Classifier.filings(of: [upload])[0].album == "Low Tide")
    }

    @Test func theTitleOfTheSetNamesTheAlbumOnlyIfNothingElseDoes() {
        func album(_ upload: Upload) -> String? { Classifier.filings(of: [upload])[0].album }
        let set = Upload(
            id: "1", title: "Salt Road", uploader: "Aurora Vale", setTitle: "Aurora Vale - Low Tide (2021)")
        #expect(album(set) == "Low Tide")
        var released = set
        released.release = "Harbour"
        #expect(album(released) == "Harbour")
        var own = set
        own.setTitle = "Aurora Vale"
        #expect(album(own) == nil, "the set has the artist's name")
        var artist = set
        (artist.title, artist.setTitle) = ("Brick Orchard - Engine Room", "Brick Orchard")
        #expect(album(artist) == nil, "the set has the name of the artist in the title")
        var long = set
        long.durationMs = 3_600_000
        #expect(album(long) == nil, "a long recording")
    }

    /// The title of the set is evidence for the album only.
    @Test func theTitleOfTheSetDoesNotChangeTheArtist() {
        let uploads = ["Low Tide - 01 Harbour", "Low Tide - 02 Salt Road", "Brick Orchard - Engine Room"].enumerated()
            .map { Upload(id: "\($0)", title: $1, uploader: "Aurora Vale", accountID: "a") }
        let sets = uploads.map { upload in
            var upload = upload
            upload.setTitle = "Low Tide"
            return upload
        }
        for (plain, inSet) in zip(Classifier.filings(of: uploads), Classifier.filings(of: sets)) {
            #expect(plain.credits == inSet.credits && plain.title == inSet.title)
            #expect(plain.confidence == inSet.confidence)
        }
    }

    @Test func theTitleAndTheAlbumFieldOutrankTheReleaseField() {
        let told = Upload(
            id: "1", title: "Salt Road", uploader: "auroravale", albumTitle: "Second Summer", release: "Low Tide")
        let titled = Upload(
            id: "2", title: "Salt Road (from the album Harbour)", uploader: "auroravale", release: "Low Tide")
        #expect(Classifier.filings(of: [told, titled])[0].album == "Second Summer")
        #expect(Classifier.filings(of: [told, titled])[1].album == "Harbour")
    }
}
