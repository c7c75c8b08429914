import Postgres
import Testing
import Web

@testable import MusicLibrary
@testable import MusicLibraryPages
@testable import SoundCloud

struct OtherFilingTests {
    private func track(
        _ uploaded: String, by uploader: String, filed artist: String, _ title: String, version: String = ""
    )
        throws -> LibraryTrack
    {
        LibraryTrack(
            id: .init(rawValue: 1), urn: try #require(CloudURN("soundcloud:tracks:1", of: .track)), location: .library,
            addedAt: Instant(milliseconds: 0), station: nil, title: title, version: version, artistText: artist,
            artists: [.init(artist: .init(id: 1, name: artist), role: "primary", creditedAs: artist, joinPhrase: "")],
            album: nil, label: nil, confidence: 0.3, why: [], isCorrected: false, isSettled: false, durationMs: 0,
            access: "playable", artwork: "", permalink: "", uploadedTitle: uploaded,
            uploader: try #require(CloudURN("soundcloud:users:1", of: .user)), uploaderName: uploader)
    }

    private func readings(_ track: LibraryTrack, _ word: String = "") -> [String] {
        OtherFiling.all(for: track, uploadersWord: word).map { "\($0.artist): \($0.title)" }
    }

    @Test func theCurrentArtistAndTitleAreNotOfferedAsAnAlternative() throws {
        let filed = try track("Vale - Road", by: "vale", filed: "Vale", "Road")
        #expect(readings(filed, "VALE") == ["Road: Vale", "vale: Vale - Road"])
    }

    @Test func aTitleWithoutADashOffersOnlyTheArtistThatTheUploaderNamed() throws {
        let filed = try track("Road", by: "somebody", filed: "somebody", "Road")
        #expect(readings(filed) == [])
        #expect(readings(filed, "Vale") == ["Vale: Road"])
    }

    @Test func theVersionIsLeftOutOfTheTitleOfAnAlternativeFiling() throws {
        let filed = try track("Road – Vale (Night Mix)", by: "x", filed: "Road", "Vale", version: "Night Mix")
        #expect(readings(filed) == ["Vale: Road", "x: Road – Vale"])
    }

    @Test func alternativeFilingsSplitTheTitleAtTheFirstSeparatorBetweenWords() throws {
        let filed = try track("A-B | C - D", by: "x", filed: "x", "A-B | C - D")
        #expect(readings(filed) == ["A-B: C - D", "C - D: A-B"])
    }
}
