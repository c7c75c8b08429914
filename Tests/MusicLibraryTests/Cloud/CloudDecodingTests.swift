import Foundation
import Testing
import Web

@testable import MusicLibrary
@testable import SoundCloud

struct CloudURNTests {
    @Test(arguments: ["soundcloud:tracks:123", "soundcloud:playlists:9", "soundcloud:users:53562492"])
    func aURNIsParsedAndWrittenUnchanged(text: String) throws {
        #expect(try #require(CloudURN(text)).description == text)
    }

    @Test(arguments: [
        "", "123", "soundcloud:tracks:", "soundcloud:tracks:1:2", "soundcloud:comments:1", "spotify:tracks:1",
        "soundcloud:tracks:1/../2", "soundcloud:tracks:a b", "soundcloud:tracks:%31", "Soundcloud:tracks:1",
        "soundcloud:tracks:" + String(repeating: "1", count: 65),
    ])
    func anInvalidURNIsRejected(text: String) {
        #expect(CloudURN(text) == nil)
    }

    /// Spec M1.4.
    @Test func aNumberIsAcceptedAsAURNOfTheExpectedKind() {
        #expect(CloudURN("123", of: .track)?.description == "soundcloud:tracks:123")
        #expect(CloudURN("soundcloud:users:1", of: .track) == nil)
        #expect(
            CloudURN("+5", of: .track) == nil && CloudURN("05", of: .track) == nil && CloudURN("0", of: .track) == nil)
    }
}

struct CloudDecodingTests {
    @Test func aRecordedTrackWithAURNIsDecoded() throws {
        let track = try JSONDecoder().decode(CloudTrack.self, from: CloudStage.recorded("track_preview"))
        #expect(track.urn.description == "soundcloud:tracks:103772559" && track.title == "Pelican - Deny The Absolute")
        #expect(track.access == .preview && track.durationMs == 333_953 && track.labelName == "The Mylene Sheath")
        #expect(track.createdAt == Instant(rfc3339: "2013-08-02T23:23:04Z"))
        #expect(track.user.urn.description == "soundcloud:users:27945548" && track.user.username == "Pelican Song")
        #expect(track.metadataArtist == nil && track.isLiked == false && track.isDownloadable == false)
    }

    @Test func aTrackWithoutAURNIsIdentifiedByItsNumber() throws {
        let track = try JSONDecoder().decode(CloudTrack.self, from: CloudStage.recorded("track_170703457"))
        #expect(track.urn.description == "soundcloud:tracks:170703457" && track.access == .playable)
        #expect(track.user.urn.description == "soundcloud:users:4471538")
    }

    @Test func aPlainArrayIsDecodedAsAListWithoutFurtherPages() throws {
        let list = try JSONDecoder().decode(CloudList<CloudTrack>.self, from: CloudStage.recorded("me_favorites"))
        #expect(list.items.first?.urn.key == "24414623" && list.items.count == 3)
        #expect(list.faults.isEmpty && list.next == nil)
    }

    /// Spec M1.6.
    @Test func anUnreadableElementOfAListIsSkippedAndReportedWithItsPosition() throws {
        let list = try JSONDecoder().decode(
            CloudList<CloudTrack>.self,
            from: Data(
                """
                {"collection": [
                   {"urn": "soundcloud:tracks:1", "title": "One", "user": {"id": 7, "username": "Seven"}},
                   {"urn": "soundcloud:tracks:2", "title": "No user"},
                   null,
                   {"title": "No name", "user": {"id": 7, "username": "Seven"}},
                   "text",
                   {"id": 3, "title": null, "duration": "1500", "access": "unheard-of", "bpm": "x", "release_year": 2020,
                    "user": {"urn": "soundcloud:users:8"}, "artwork_url": "javascript:alert(1)"}
                 ], "next_href": 5}
                """.utf8))
        #expect(list.items.map(\.urn.key) == ["1", "3"] && list.faults.map(\.position) == [1, 2, 3, 4])
        #expect(list.faults[0].reason == "user is missing")
        let last = try #require(list.items.last)
        #expect(last.title.isEmpty && last.durationMs == 1500 && last.access == .playable && last.artwork == nil)
        #expect(list.next == nil)
    }

    @Test func anObjectWithoutACollectionIsNotDecodedAsAList() {
        #expect(throws: (any Error).self) {
            try JSONDecoder().decode(CloudList<CloudTrack>.self, from: Data(#"{"tracks": []}"#.utf8))
        }
    }

    @Test func entriesOfTheStreamAreDecodedWithReposterAndTime() throws {
        let list = try JSONDecoder().decode(CloudList<CloudActivity>.self, from: CloudStage.recorded("me_feed_p1"))
        #expect(list.items.count == 10 && list.faults.isEmpty)
        #expect(list.items[0].isRepost && list.items[0].reposter?.description == "soundcloud:users:992503")
        #expect(!list.items[2].isRepost && list.items[2].reposter == nil)
        #expect(list.items[0].createdAt == Instant(rfc3339: "2018-05-21T15:19:54Z"))
        #expect(list.next == "https://api.soundcloud.com/me/feed?limit=10&cursor=page2")
    }

    @Test func aPlaylistIsDecodedWithItsTracks() throws {
        let list = try JSONDecoder().decode(
            CloudList<CloudPlaylist>.self, from: CloudStage.recorded("me_likes_playlists_p1"))
        let playlist = try #require(list.items.first)
        #expect(playlist.title == "enjoy eternal bliss" && playlist.trackCount == 4 && playlist.tracks.count == 4)
        #expect(playlist.isPublic && playlist.user.username == "yndi halda")
    }

    @Test func nullCharactersAreRemovedFromTexts() throws {
        let user = try JSONDecoder().decode(
            CloudUser.self, from: Data(#"{"id": 5, "username": "a\u0000b", "city": "\u0000"}"#.utf8))
        #expect(user.username == "ab" && user.city == nil)
        #expect(CloudText.cleaned(String(repeating: "é", count: 10), limit: 5) == "ééééé")
    }

    @Test(arguments: [
        "relative", "//host/path", "/a/../b", "/a/./b", "/a%2Fb", "/a b", "/a\\b", "/a#b", "",
        "/" + String(repeating: "a", count: 4000),
    ])
    func aCursorThatIsNotASafePathOfTheAPIIsRefused(text: String) {
        #expect(CloudCursor(rawValue: text) == nil)
    }
}
