import ArtistClassification
import Foundation
import Testing

/// Corrections take precedence over the classification and apply to similar uploads.
struct ListenerCorrectionsTests {
    private func file(_ upload: Upload, _ artists: String...) -> ListenerCorrections.Correction {
        .file(upload, artists: artists, title: nil, album: nil, label: nil)
    }

    @Test func aCorrectionOfAllFieldsIsAppliedWithFullConfidence() {
        let library = Library("Label | Nordlicht - Thaw")
        let corrections = ListenerCorrections([
            .file(library.uploads[0], artists: ["Embers", "Ice"], title: "Frost", album: "Arctica", label: "Glacier")
        ])
        let filing = library.filings(corrections)[0]
        #expect(filing.mainArtists.map(\.name) == ["Embers", "Ice"])
        #expect([filing.title, filing.album, filing.label] == ["Frost", "Arctica", "Glacier"])
        #expect(filing.confidence == 1)
        #expect(filing.why == "You filed this track here.")
    }

    @Test func fieldsThatACorrectionLeavesOutAreClassified() {
        let library = Library("Label | Nordlicht - Thaw")
        let corrections = ListenerCorrections([
            .file(library.uploads[0], artists: nil, title: "Frost", album: nil, label: nil)
        ])
        #expect(library.filings(corrections)[0].short == "Nordlicht / Frost")
    }

    @Test func aMergeOfTwoArtistsAppliesToEveryUpload() {
        let library = Library("a | Nordlicht - Thaw", "b | Northern Light - Dew", "Northern Light | Glow")
        let corrections = ListenerCorrections([.merge(name: "Northern Light", into: "Nordlicht")])
        #expect(library.artists(corrections) == [["Nordlicht"], ["Nordlicht"], ["Nordlicht"]])
        #expect(Set(library.filings(corrections).map { $0.primaryArtist?.key }).count == 1)
        #expect(library.filings(corrections)[1].why.contains("You said that this is Nordlicht."))
    }

    @Test func aRenameAppliesToEveryUploadOfTheArtist() {
        let library = Library("a | Nordlicht - Thaw", "b | Nordlicht - Dew")
        #expect(
            library.artists(ListenerCorrections([.rename(name: "Nordlicht", to: "Polar")])) == [["Polar"], ["Polar"]])
        #expect(
            library.artists(ListenerCorrections([.rename(name: "nordlicht", to: "NORDLICHT")])) == [
                ["NORDLICHT"], ["NORDLICHT"],
            ])
    }

    @Test func theLatestOfContradictoryMergesApplies() {
        let library = Library("a | Ice - Thaw", "b | Embers - Dew")
        let there = ListenerCorrections.Correction.merge(name: "Ice", into: "Embers")
        let back = ListenerCorrections.Correction.merge(name: "Embers", into: "Ice")
        #expect(library.artists(ListenerCorrections([there, back])) == [["Ice"], ["Ice"]])
        #expect(library.artists(ListenerCorrections([back, there])) == [["Embers"], ["Embers"]])
    }

    @Test func splittingOrKeepingAJoinedNameAppliesToEveryUpload() {
        let library = Library(
            "a | Ice & Embers - Thaw", "b | Ice & Embers - Dew", "c | Ice - Glow", "d | Embers - Home")
        let kept = ListenerCorrections([.keep(name: "Ice & Embers")])
        #expect(library.artists(kept)[0] == ["Ice & Embers"])
        #expect(library.artists(kept)[1] == ["Ice & Embers"])
        let joined = Library("a | Ice & Embers - Thaw", "b | Ice & Embers - Dew")
        #expect(joined.artists()[1] == ["Ice & Embers"])
        #expect(
            joined.artists(ListenerCorrections([.split(name: "Ice & Embers", into: ["Ice", "Embers"])]))[1] == [
                "Ice", "Embers",
            ])
    }

    @Test func aCorrectedArtistOfAnAccountAppliesToItsUploadsWithoutAnArtist() {
        let library = Library("mdindry35 | Thaw", "mdindry35 | Dew", "mdindry35 | Embers - Glow")
        let corrections = ListenerCorrections([.account(uploader: "mdindry35", artist: "Nordlicht")])
        #expect(library.artists(corrections) == [["Nordlicht"], ["Nordlicht"], ["Embers"]])
    }

    @Test func aCorrectionAppliesToOtherUploadsOfTheAccount() {
        let library = Library("mdindry35 | Thaw", "mdindry35 | Dew", "mdindry35 | Embers - Glow")
        let corrections = ListenerCorrections([file(library.uploads[0], "Nordlicht")])
        #expect(library.artists(corrections) == [["Nordlicht"], ["Nordlicht"], ["Embers"]])
        #expect(
            library.filings(corrections)[1].why.contains("You filed other uploads of this account under Nordlicht."))
        #expect(library.filings(corrections)[1].confidence < 1)
    }

    @Test func contradictoryCorrectionsDoNotApplyToOtherUploadsOfTheAccount() {
        let library = Library("mdindry35 | Thaw", "mdindry35 | Dew", "mdindry35 | Glow")
        let corrections = ListenerCorrections([
            file(library.uploads[0], "Nordlicht"), file(library.uploads[1], "Embers"),
        ])
        #expect(library.artists(corrections)[2] == ["mdindry35"])
    }

    @Test func aCorrectedSpellingAppliesToOtherUploads() {
        let library = Library("a | Nordlichtt - Thaw", "b | Nordlichtt - Dew", "c | Nordlicht - Glow")
        let corrections = ListenerCorrections([file(library.uploads[0], "Nordlicht")])
        #expect(library.artists(corrections) == [["Nordlicht"], ["Nordlicht"], ["Nordlicht"]])
    }

    @Test func aCorrectionOfOneTrackDoesNotMergeArtists() {
        let library = Library("a | Embers - Thaw (Nordlicht Remix)", "b | Embers - Dew")
        let corrections = ListenerCorrections([file(library.uploads[0], "Nordlicht")])
        #expect(library.artists(corrections) == [["Nordlicht"], ["Embers"]])
    }

    @Test func aCorrectionToTwoArtistsSplitsTheNameInOtherUploads() {
        let library = Library("a | Ice & Embers - Thaw", "b | Ice & Embers - Dew")
        #expect(
            library.artists(ListenerCorrections([file(library.uploads[0], "Ice", "Embers")]))[1] == ["Ice", "Embers"])
    }

    @Test func aCorrectedArtistAppliesToOtherUploadsOfTheTitle() {
        let library = Library("mdindry35 | Long Way Home", "user77 | Long Way Home")
        let corrections = ListenerCorrections([file(library.uploads[0], "Nordlicht")])
        #expect(library.artists(corrections)[1] == ["Nordlicht"])
    }

    @Test func encodedCorrectionsAreDecodedUnchanged() throws {
        let corrections = ListenerCorrections([
            file(Upload(id: "1", title: "Thaw"), "Ice"), .merge(name: "a", into: "b"),
            .split(name: "a & b", into: ["a", "b"]),
            .account(uploader: "x", artist: "y"),
        ])
        let stored = try JSONEncoder().encode(corrections)
        #expect(try JSONDecoder().decode(ListenerCorrections.self, from: stored) == corrections)
    }
}
