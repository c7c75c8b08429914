import Foundation
import Testing
import WebTestSupport

@testable import Subsonic

struct BookmarkTests {
    @Test func aNewBookmarkReplacesTheBookmarkOfTheSameTrack() async throws {
        try await SubsonicStage.with { stage async throws in
            #expect(await stage.call("createBookmark", "id=tr-100001&position=1000").isOK)
            #expect(await stage.call("createBookmark", "id=pe-100005&position=900000&comment=the%20interview").isOK)
            #expect(await stage.call("createBookmark", "id=tr-100001&position=2000&comment=again").isOK)
            let found = await stage.call("getBookmarks").element("bookmarks").list("bookmark")
            #expect(found.map { $0["position"] as? Int } == [2_000, 900_000])
            #expect(found.map { $0["comment"] as? String } == ["again", "the interview"])
            #expect(
                found.map { ($0["entry"] as? [String: Any])?["id"] as? String } == ["tr-100001", "tr-100005"])
            #expect(await stage.call("deleteBookmark", "id=tr-100001").isOK)
            #expect(await stage.call("deleteBookmark", "id=tr-100001").code == 70)
            #expect(await stage.call("getBookmarks").element("bookmarks").list("bookmark").count == 1)
        }
    }

    @Test func aListenerOfAnotherTenantHasOtherBookmarks() async throws {
        try await SubsonicStage.with { stage async throws in
            #expect(await stage.call("createBookmark", "id=tr-100001&position=1000").isOK)
            let made = await stage.stage.send(
                .post, "/api/v1/me/app-passwords", #"{"name": "Phone"}"#, as: .listener, at: "there")
            let other = SubsonicStage(
                stage: stage.stage, standIn: stage.standIn, secret: try #require(made["secret"] as? String))
            let found = await other.call("getBookmarks", at: "there")
            #expect(found.isOK)
            #expect(found.element("bookmarks").list("bookmark").isEmpty)
            #expect(await stage.call("getBookmarks").element("bookmarks").list("bookmark").count == 1)
        }
    }

    @Test func anInvalidBookmarkIsRefused() async throws {
        try await SubsonicStage.with { stage in
            let long = String(repeating: "a", count: 1_001)
            for (query, code) in [
                ("position=1", 10), ("id=tr-100001", 10), ("id=tr-100001&position=-1", 0),
                ("id=tr-100001&position=soon", 0), ("id=tr-999&position=1", 70), ("id=al-1&position=1", 70),
                ("id=tr-100001&position=1&comment=\(long)", 0),
            ] {
                #expect(await stage.call("createBookmark", query).code == code, "\(query.prefix(60))")
            }
            #expect(await stage.call("getBookmarks").element("bookmarks").list("bookmark").isEmpty)
        }
    }

    @Test func radioChannelsAreListedAsReadOnlyInternetRadioStations() async throws {
        try await SubsonicStage.with { stage in
            let found = await stage.call("getInternetRadioStations").element("internetRadioStations")
                .list("internetRadioStation")
            #expect(found.map { $0["name"] as? String } == ["Jazz & Soul", "News"])
            #expect(found.first?["streamUrl"] as? String == "https://radio.example/jazz.aac")
            #expect(found.first?["homepageUrl"] as? String == "https://radio.example/")
            #expect(found.last?["homepageUrl"] == nil)
            for method in ["create", "update", "delete"] {
                #expect(await stage.call("\(method)InternetRadioStation", "id=ir-1").code == 50)
            }
        }
    }
}
