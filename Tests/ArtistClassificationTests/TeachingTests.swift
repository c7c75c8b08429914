import ArtistClassification
import Foundation
import Testing

/// Corrections take precedence over the classification and apply to similar uploads.
struct TeachingTests {
    private func file(_ upload: Upload, _ artists: String...) -> Teaching.Lesson {
        .file(upload, artists: artists, title: nil, album: nil, label: nil)
    }

    @Test func aCorrectionIsCertain() {
        let library = Library("Label | Nordlicht - Thaw")
        let teaching = Teaching([
            .file(library.uploads[0], artists: ["Embers", "Ice"], title: "Frost", album: "Arctica", label: "Glacier")
        ])
        let filing = library.filings(teaching)[0]
        #expect(filing.mainArtists.map(\.name) == ["Embers", "Ice"])
        #expect([filing.title, filing.album, filing.label] == ["Frost", "Arctica", "Glacier"])
        #expect(filing.confidence == 1)
        #expect(filing.why == "You filed this track here.")
    }

    @Test func fieldsThatACorrectionLeavesOutAreClassified() {
        let library = Library("Label | Nordlicht - Thaw")
        let teaching = Teaching([.file(library.uploads[0], artists: nil, title: "Frost", album: nil, label: nil)])
        #expect(library.filings(teaching)[0].short == "Nordlicht / Frost")
    }

    @Test func aMergeAppliesToEveryUpload() {
        let library = Library("a | Nordlicht - Thaw", "b | Northern Light - Dew", "Northern Light | Glow")
        let teaching = Teaching([.merge(name: "Northern Light", into: "Nordlicht")])
        #expect(library.artists(teaching) == [["Nordlicht"], ["Nordlicht"], ["Nordlicht"]])
        #expect(Set(library.filings(teaching).map { $0.primaryArtist?.key }).count == 1)
        #expect(library.filings(teaching)[1].why.contains("You said that this is Nordlicht."))
    }

    @Test func aRenamedArtistIsFoundByTheOldName() {
        let library = Library("a | Nordlicht - Thaw", "b | Nordlicht - Dew")
        #expect(library.artists(Teaching([.rename(name: "Nordlicht", to: "Polar")])) == [["Polar"], ["Polar"]])
        #expect(
            library.artists(Teaching([.rename(name: "nordlicht", to: "NORDLICHT")])) == [["NORDLICHT"], ["NORDLICHT"]])
    }

    @Test func theLatestLessonApplies() {
        let library = Library("a | Ice - Thaw", "b | Embers - Dew")
        let there = Teaching.Lesson.merge(name: "Ice", into: "Embers")
        let back = Teaching.Lesson.merge(name: "Embers", into: "Ice")
        #expect(library.artists(Teaching([there, back])) == [["Ice"], ["Ice"]])
        #expect(library.artists(Teaching([back, there])) == [["Embers"], ["Embers"]])
    }

    @Test func aSplitAndItsReversalApplyToEveryUpload() {
        let library = Library(
            "a | Ice & Embers - Thaw", "b | Ice & Embers - Dew", "c | Ice - Glow", "d | Embers - Home")
        let kept = Teaching([.keep(name: "Ice & Embers")])
        #expect(library.artists(kept)[0] == ["Ice & Embers"])
        #expect(library.artists(kept)[1] == ["Ice & Embers"])
        let joined = Library("a | Ice & Embers - Thaw", "b | Ice & Embers - Dew")
        #expect(joined.artists()[1] == ["Ice & Embers"])
        #expect(
            joined.artists(Teaching([.split(name: "Ice & Embers", into: ["Ice", "Embers"])]))[1] == ["Ice", "Embers"])
    }

    @Test func theArtistOfAnAccountCanBeTaught() {
        let library = Library("mdindry35 | Thaw", "mdindry35 | Dew", "mdindry35 | Embers - Glow")
        let teaching = Teaching([.account(uploader: "mdindry35", artist: "Nordlicht")])
        #expect(library.artists(teaching) == [["Nordlicht"], ["Nordlicht"], ["Embers"]])
    }

    @Test func aCorrectionAppliesToOtherUploadsOfTheAccount() {
        let library = Library("mdindry35 | Thaw", "mdindry35 | Dew", "mdindry35 | Embers - Glow")
        let teaching = Teaching([file(library.uploads[0], "Nordlicht")])
        #expect(library.artists(teaching) == [["Nordlicht"], ["Nordlicht"], ["Embers"]])
        #expect(library.filings(teaching)[1].why.contains("You filed other uploads of this account under Nordlicht."))
        #expect(library.filings(teaching)[1].confidence < 1)
    }

    @Test func contradictoryCorrectionsDoNotApplyToTheAccount() {
        let library = Library("mdindry35 | Thaw", "mdindry35 | Dew", "mdindry35 | Glow")
        let teaching = Teaching([file(library.uploads[0], "Nordlicht"), file(library.uploads[1], "Embers")])
        #expect(library.artists(teaching)[2] == ["mdindry35"])
    }

    @Test func aCorrectedSpellingAppliesToOtherUploads() {
        let library = Library("a | Nordlichtt - Thaw", "b | Nordlichtt - Dew", "c | Nordlicht - Glow")
        let teaching = Teaching([file(library.uploads[0], "Nordlicht")])
        #expect(library.artists(teaching) == [["Nordlicht"], ["Nordlicht"], ["Nordlicht"]])
    }

    @Test func aCorrectionOfOneTrackDoesNotMergeArtists() {
        let library = Library("a | Embers - Thaw (Nordlicht Remix)", "b | Embers - Dew")
        let teaching = Teaching([file(library.uploads[0], "Nordlicht")])
        #expect(library.artists(teaching) == [["Nordlicht"], ["Embers"]])
    }

    @Test func twoCorrectedArtistsAreSplitInOtherUploads() {
        let library = Library("a | Ice & Embers - Thaw", "b | Ice & Embers - Dew")
        #expect(library.artists(Teaching([file(library.uploads[0], "Ice", "Embers")]))[1] == ["Ice", "Embers"])
    }

    @Test func aCorrectedTitleIsRecognisedInOtherUploads() {
        let library = Library("mdindry35 | Long Way Home", "user77 | Long Way Home")
        let teaching = Teaching([file(library.uploads[0], "Nordlicht")])
        #expect(library.artists(teaching)[1] == ["Nordlicht"])
    }

    @Test func lessonsAreDecodedUnchanged() throws {
        let teaching = Teaching([
            file(Upload(id: "1", title: "Thaw"), "Ice"), .merge(name: "a", into: "b"),
            .split(name: "a & b", into: ["a", "b"]),
            .account(uploader: "x", artist: "y"),
        ])
        let stored = try JSONEncoder().encode(teaching)
        #expect(try JSONDecoder().decode(Teaching.self, from: stored) == teaching)
    }
}
