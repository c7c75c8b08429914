import CloudStandIn
import Foundation
import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

struct LikesPageTests {
    /// Returns the titles that the API lists.
    private func listed(_ stage: ListStage, _ query: String) async throws -> [String] {
        try await stage.walk("/api/v1/me/likes?\(query)", limit: 200).map { item in
            let inner = item["track"] as? [String: Any] ?? item["playlist"] as? [String: Any]
            return inner?["title"] as? String ?? ""
        }
    }

    @Test(arguments: ["recent", "title", "artist", "duration"])
    func theLikesPagesListTheSameItemsInTheSameOrderAsTheAPI(order: String) async throws {
        try await ListStage.with { (stage) async throws in
            try await stage.plant("here", tracks: 45, playlists: 8)
            try await stage.like(all: "listener")
            for kind in ["all", "track", "playlist"] {
                let shown = try await stage.titles(from: "/library/likes?order=\(order)&kind=\(kind)&limit=10")
                let listed = try await listed(stage, "order=\(order)&kind=\(kind)")
                #expect(
                    shown.map { $0.replacing(" playlist", with: "") }
                        == listed.map { $0.replacing(" playlist", with: "") })
                #expect(!listed.isEmpty)
            }
        }
    }

    @Test func theLikesPageByUserListsUploadersWithCountsAndLinks() async throws {
        try await ListStage.with { (stage) async throws in
            try await stage.plant("here", tracks: 40, playlists: 4)
            try await stage.like(all: "listener")
            let users = try await stage.titles(from: "/library/likes?order=user&limit=3")
            #expect(users == ["here user 1", "here user 2", "here user 3", "here user 4"])
            let row = try #require(await stage.stage.page("/library/likes?order=user").rows.first)
            #expect(StageAnswer.plain(row).contains("10 tracks, 1 playlist"), "\(row)")
            for link in [
                "href=\"/library/likes/users/soundcloud:users:1\"", "href=\"/library/users/soundcloud:users:1\"",
                "href=\"/library/users/soundcloud:users:1?view=playlists\"",
            ] { #expect(row.contains(link), "\(link)") }
            let ofOne = await stage.stage.page("/library/likes/users/soundcloud:users:1")
            #expect(ofOne.rows.count == 11 && ofOne.words.contains("Your likes from here user 1"))
            #expect(try await stage.titles(from: "/library/likes/users/soundcloud:users:1?limit=4").count == 11)
            #expect(await stage.stage.page("/library/likes/users/soundcloud:users:1?kind=playlist").rows.count == 1)
            #expect(await stage.stage.page("/library/likes/users/soundcloud:users:99").status == 404)
        }
    }

    /// Spec L34.
    @Test func theLikesPageRemembersTheLastSortOrder() async throws {
        try await ListStage.with { (stage) async throws in
            try await stage.plant("here", tracks: 30, playlists: 0)
            try await stage.like(all: "listener")
            let recent = await stage.stage.page("/library/likes").titles
            #expect(recent == (try await listed(stage, "order=recent")))
            let byTitle = await stage.stage.page("/library/likes?order=title").titles
            #expect(byTitle != recent)
            #expect(await stage.stage.page("/library/likes").titles == byTitle)
            let state = await stage.stage.send(.get, "/api/v1/me/view-state", as: .listener)
            #expect(state["likesOrder"] as? String == "title" && state["view"] as? String == "likes")
            // Another listener has another order.
            try await stage.like(all: "editor")
            #expect(await stage.stage.page("/library/likes", as: .editor).titles == recent)
        }
    }

    @Test func theLikesPageIsFilteredBySearchWordsAndKind() async throws {
        try await ListStage.with { (stage) async throws in
            try await stage.plant("here", tracks: 60, playlists: 6)
            try await stage.like(all: "listener")
            let path = "/library/likes?order=title&kind=track&search=Title%2016&limit=2"
            let shown = try await stage.titles(from: path)
            #expect(shown == (try await listed(stage, "order=title&kind=track&search=title%2016")))
            #expect(shown.count > 2 && shown.count < 60)
            let page = await stage.stage.page(path)
            #expect(page.text.contains("value=\"Title 16\"") && page.text.contains("<option value=\"track\" selected>"))
            #expect(
                await stage.stage.page("/library/likes?search=nowhere").words.contains("No likes match these filters"))
            #expect(await stage.stage.page("/library/likes?search=nowhere").text.contains("class=\"empty\""))
            #expect(await stage.stage.page("/library/likes?order=user&search=user%203").titles.count < 6)
            let long = String(repeating: "x", count: 201)
            #expect(await stage.stage.page("/library/likes?search=\(long)").status == 422)
        }
    }

    @Test func aRemovedLikeIsShownAsWaitingForSoundCloud() async throws {
        try await ListStage.with { (stage) async throws in
            try await stage.plant("here", tracks: 12, playlists: 1)
            try await stage.like(all: "listener")
            try await stage.connect()
            let row = try #require(await stage.stage.page("/library/likes?order=title&kind=track").rows.first)
            #expect(row.contains("name=\"unlike\""))
            let unliked = await stage.stage.post(
                "/library/likes", [("unlike", "soundcloud:tracks:3"), ("next", "/library/likes?order=title")])
            #expect(unliked.status == 303 && unliked.location == "/library/likes?order=title&notice=unliked#t3")
            let page = await stage.stage.page("/library/likes?order=title&notice=unliked")
            #expect(page.rows.count == 12 && !page.titles.contains("here track 3"))
            #expect(page.words.contains("Like removed."))
            // Other lists show that the change is still waiting.
            let user = await stage.stage.page("/library/users/soundcloud:users:1")
            let other = try #require(user.rows.first { $0.hasPrefix("<li id=\"t3\">") })
            #expect(
                StageAnswer.plain(other).contains("Waiting The change “Unlike” is waiting for SoundCloud."), "\(other)")
            #expect(other.contains("name=\"like\" value=\"soundcloud:tracks:3\""))
            // The row shows failed attempts and, later, a refusal.
            try await stage.stage.database.sql("update app.cloud_write set attempts = 2, fault = 'it did not answer'")
            let tried = await stage.stage.page("/library/users/soundcloud:users:1").words
            #expect(tried.contains("Last error: it did not answer."))
            try await stage.stage.database.sql("update app.cloud_write set state = 'failed', finished_at = now()")
            #expect(
                await stage.stage.page("/library/users/soundcloud:users:1").words.contains(
                    "Failed The change “Unlike” was not made on SoundCloud"))
            try await stage.stage.database.sql("update app.cloud_write set state = 'done'")
            #expect(await !stage.stage.page("/library/users/soundcloud:users:1").words.contains("The change “Unlike”"))
        }
    }

    @Test func likingWithoutAWorkingConnectionIsRefusedWithTheReason() async throws {
        try await ListStage.with { (stage) async throws in
            try await stage.plant("here", tracks: 10, playlists: 1)
            let press = [("like", "soundcloud:playlists:1"), ("next", "/library/likes")]
            #expect(await stage.stage.post("/library/likes", press).location == "/library/likes?notice=notConnected")
            #expect(
                await stage.stage.page("/library/likes?notice=notConnected").words.contains(
                    "Connect a SoundCloud account"))
            try await stage.connect(state: "broken")
            #expect(await stage.stage.post("/library/likes", press).location == "/library/likes?notice=lost")
            #expect(try await stage.stage.database.sql("select count(*) from app.cloud_like, app.cloud_write") == "0")
        }
    }

    @Test(arguments: [
        [], [("like", "soundcloud:tracks:1"), ("unlike", "soundcloud:tracks:1")],
        [("like", "soundcloud:tracks:1"), ("like", "soundcloud:tracks:1")],
    ])
    func aLikeFormWithoutExactlyOneButtonIsRefused(fields: [(String, String)]) async throws {
        try await ListStage.with { (stage) async throws in
            try await stage.plant("here", tracks: 10, playlists: 1)
            try await stage.connect()
            let status = await stage.stage.post("/library/likes", fields).status
            #expect(status == 422 || status == 400)
            #expect(try await stage.stage.database.sql("select count(*) from app.cloud_like") == "0")
        }
    }

    @Test(arguments: ["soundcloud:users:1", "soundcloud:tracks:999", "x"])
    func onlyKnownTracksAndPlaylistsCanBeLiked(urn: String) async throws {
        try await ListStage.with { (stage) async throws in
            try await stage.plant("here", tracks: 10, playlists: 1)
            try await stage.connect()
            #expect(await stage.stage.post("/library/likes", [("like", urn)]).status == 404)
            #expect(await stage.stage.post("/library/likes", [("unlike", urn)]).status == 404)
            #expect(try await stage.stage.database.sql("select count(*) from app.cloud_write") == "0")
        }
    }

    @Test func likesAndFollowsOnThePagesReachSoundCloud() async throws {
        try await ConnectedStage.with { (stage) async throws in
            try await stage.connect()
            let liked = await stage.stage.post("/library/likes", [("like", "soundcloud:tracks:100250")])
            #expect(liked.status == 303 && liked.location == "/library?notice=liked#t100250")
            let followed = await stage.stage.post("/library/following", [("follow", "soundcloud:users:1039")])
            #expect(followed.status == 303 && followed.location == "/library?notice=followed#u1039")
            let service = stage.service()
            for _ in 0..<2 { #expect(await service.performOne(in: stage.stage.here.id)) }
            #expect(stage.cloud.standIn.world.likes.first == 100_250)
            #expect(stage.cloud.standIn.world.followed.first == 1039)
        }
    }
}
