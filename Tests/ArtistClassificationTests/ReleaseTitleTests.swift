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

    @Test func theTitleAndTheAlbumFieldOutrankTheReleaseField() {
        let told = Upload(
            id: "1", title: "Salt Road", uploader: "auroravale", albumTitle: "Second Summer", release: "Low Tide")
        let titled = Upload(
            id: "2", title: "Salt Road (from the album Harbour)", uploader: "auroravale", release: "Low Tide")
        #expect(Classifier.filings(of: [told, titled])[0].album == "Second Summer")
        #expect(Classifier.filings(of: [told, titled])[1].album == "Harbour")
    }
}
