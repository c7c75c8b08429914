import Foundation
import Tenancy
import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

struct LikeRoutesTests {
    /// The `order by` clause of each order, for sorting the complete list.
    private static let sorted = [
        "recent": "l.rank desc, l.like_id desc", "title": "l.title_key, l.like_id",
        "user": "l.user_key, l.cloud_user_id, l.rank desc, l.like_id desc",
        "artist": "l.artist_key, l.title_key, l.like_id", "duration": "l.duration_ms, l.like_id",
    ]

    private func whole(_ stage: ListStage, _ order: String, _ kind: String, of user: Int64? = nil) async throws
        -> [String]
    {
        let column = kind == "all" ? "true" : "l.\(kind)_id is not null"
        return try await stage.stage.database.sql(
            """
            select coalesce(t.urn, p.urn) from app.cloud_like l
              left join app.cloud_track t on t.tenant_id = l.tenant_id and t.track_id = l.track_id
              left join app.cloud_playlist p on p.tenant_id = l.tenant_id and p.playlist_id = l.playlist_id
             where l.tenant_id = \(stage.stage.here.id) and \(column)
               and (\(user ?? 0) = 0 or l.cloud_user_id = \(user ?? 0))
               and l.user_id = (select user_id from app.user_account
                                 where tenant_id = \(stage.stage.here.id) and login = 'listener')
             order by \(try #require(Self.sorted[order]))
            """
        ).split(separator: "\n").map(String.init)
    }

    /// Spec L16, L17, L18.
    @Test func thePagesOfLikesFormTheCompleteSortedListInEveryOrder() async throws {
        try await ListStage.with { (stage) async throws in
            try await stage.plant("here", tracks: 90, playlists: 25)
            try await stage.like(all: "listener")
            for order in LikedItem.Order.allCases.map(\.rawValue) {
                for (kind, limit) in [("all", 7), ("track", 11), ("playlist", 5), ("all", 200)] {
                    let items = try await stage.walk("/api/v1/me/likes?kind=\(kind)&order=\(order)", limit: limit)
                    #expect(items.map(urn) == (try await whole(stage, order, kind)), "\(order) \(kind)")
                }
            }
        }
    }

    /// Spec L17.
    @Test func likesAreListedNewestFirstByDefault() async throws {
        try await ListStage.with { (stage) async throws in
            try await stage.plant("here", tracks: 30, playlists: 8)
            try await stage.like(all: "listener")
            let items = try await stage.walk("/api/v1/me/likes", limit: 50)
            #expect(items.map(urn) == (try await whole(stage, "recent", "all")))
        }
    }

    /// Spec L20, L38.
    @Test func aLikeContainsItsTrackOrPlaylistAndLinks() async throws {
        try await ListStage.with { (stage) async throws in
            try await stage.plant("here", tracks: 1, playlists: 1)
            try await stage.like(all: "listener")
            try await stage.stage.database.sql("update app.cloud_track set access = 'blocked'")
            let items = try await stage.walk("/api/v1/me/likes?order=title", limit: 50)
            let track = try #require(items.first { $0["kind"] as? String == "track" })
            let inner = try #require(track["track"] as? [String: Any])
            #expect(inner["access"] as? String == "blocked" && inner["origin"] as? String == "soundcloud")
            #expect(inner["isLiked"] as? Bool == true && inner["title"] as? String == "here track 1")
            let user = try #require(inner["uploader"] as? [String: Any])
            #expect(user["origin"] as? String == "soundcloud" && user["name"] as? String == "here user 1")
            let playlist = try #require(items.first { $0["kind"] as? String == "playlist" })
            let links = try #require(playlist["links"] as? [String: String])
            #expect(
                links == [
                    "user": "/api/v1/users/soundcloud:users:1",
                    "userPlaylists": "/api/v1/users/soundcloud:users:1/playlists",
                    "likesOfUser": "/api/v1/me/likes/users/soundcloud:users:1",
                    "playlist": "/api/v1/playlists/soundcloud:playlists:1",
                ])
        }
    }

    /// Spec L19.
    @Test func uploadersOfLikedItemsAreListedWithCountsAndLinks() async throws {
        try await ListStage.with { (stage) async throws in
            try await stage.plant("here", tracks: 90, playlists: 25)
            try await stage.like(all: "listener")
            let expected = try await stage.stage.database.sql(
                """
                select u.urn, count(l.track_id), count(l.playlist_id) from app.cloud_like l
                  join app.cloud_user u using (tenant_id, cloud_user_id)
                 group by l.user_key, u.cloud_user_id, u.urn order by l.user_key, u.cloud_user_id
                """)
            let users = try await stage.walk("/api/v1/me/likes/users", limit: 4)
            let told = users.map { "\(urn($0))|\($0["trackCount"] ?? 0)|\($0["playlistCount"] ?? 0)" }
            #expect(told.joined(separator: "\n") == expected)
            for user in users {
                let path = try #require((user["links"] as? [String: String])?["likes"])
                let id = try #require(
                    Int64(
                        try await stage.stage.database.sql(
                            "select cloud_user_id from app.cloud_user where urn = '\(urn(user))'")))
                #expect(try await stage.walk(path, limit: 3).map(urn) == whole(stage, "recent", "all", of: id))
                #expect(
                    try await stage.walk(path + "?kind=track", limit: 3).map(urn)
                        == whole(stage, "recent", "track", of: id))
            }
        }
    }

    @Test func aSearchInLikesMatchesWordsInTitlesAndNames() async throws {
        try await ListStage.with { (stage) async throws in
            try await stage.plant("here", tracks: 60, playlists: 8)
            try await stage.like(all: "listener")
            func found(_ query: String) async throws -> Set<String> {
                Set(try await stage.walk("/api/v1/me/likes?\(query)", limit: 7).map(urn))
            }
            let keys = try await stage.stage.database.sql(
                """
                select coalesce(t.urn, p.urn), l.title_key, l.user_key, l.artist_key from app.cloud_like l
                  left join app.cloud_track t on t.tenant_id = l.tenant_id and t.track_id = l.track_id
                  left join app.cloud_playlist p on p.tenant_id = l.tenant_id and p.playlist_id = l.playlist_id
                """
            ).split(separator: "\n").map { $0.split(separator: "|", omittingEmptySubsequences: false).map(String.init) }
            func expected(_ words: String...) -> Set<String> {
                Set(
                    keys.filter { row in words.allSatisfy { row[1...].joined(separator: " ").contains($0) } }.map {
                        $0[0]
                    })
            }
            for order in LikedItem.Order.allCases.map(\.rawValue) {
                // Search words may be in any order and match parts of words. Case and accents are ignored.
                #expect(
                    try await found("order=\(order)&search=USER%202%20T%C3%8FTLE%204")
                        == expected("user", "2", "title", "4"))
                #expect(try await found("order=\(order)&search=itle%201") == expected("itle", "1"))
                #expect(
                    try await found("order=\(order)&search=%25") == Set(keys.map { $0[0] }), "punctuation is ignored")
                #expect(try await found("order=\(order)&search=nowhere").isEmpty)
            }
            #expect(!expected("user", "2", "title", "4").isEmpty)
            #expect(try await found("search=artist%203&kind=track") == expected("artist", "3"))
            #expect(try await found("search=artist%203&kind=playlist").isEmpty)
            let users = try await stage.walk("/api/v1/me/likes/users?search=user%203", limit: 50)
            let all = try await stage.walk("/api/v1/me/likes/users", limit: 50)
            #expect(!users.isEmpty && users.count < all.count)
            let some = try #require(users.first)
            let path = "/api/v1/me/likes/users/\(urn(some))"
            #expect(try await stage.walk(path + "?search=user", limit: 50).count == stage.walk(path, limit: 50).count)
            #expect(try await stage.walk(path + "?search=nowhere", limit: 50).isEmpty)
            let long = String(repeating: "x", count: 201)
            #expect(await stage.stage.send(.get, "/api/v1/me/likes?search=\(long)", as: .listener).faults == ["search"])
        }
    }

    @Test func aCursorOfLikesRemainsValidAfterItsRowIsDeleted() async throws {
        try await ListStage.with { (stage) async throws in
            try await stage.plant("here", tracks: 40, playlists: 0)
            try await stage.like(all: "listener")
            let before = try await whole(stage, "recent", "all")
            let first = await stage.stage.send(.get, "/api/v1/me/likes?limit=10", as: .listener)
            let cursor = try #require(first["next"] as? String)
            // Deletes the row of the cursor and an earlier row.
            try await stage.stage.database.sql(
                """
                delete from app.cloud_like l using app.cloud_track t
                 where t.tenant_id = l.tenant_id and t.track_id = l.track_id and t.urn in ('\(before[9])', '\(before[3])')
                """)
            let next = await stage.stage.send(.get, "/api/v1/me/likes?limit=10&cursor=\(cursor)", as: .listener)
            #expect(next.objects("items").map(urn) == Array(before[10..<20]))
        }
    }

    @Test func listenersAndTenantsHaveSeparateLikes() async throws {
        try await ListStage.with { (stage) async throws in
            try await stage.plant("here", tracks: 20, playlists: 3)
            try await stage.plant("there", tracks: 20, playlists: 3, at: "there")
            try await stage.like(all: "listener")
            let paths = ["/api/v1/me/likes", "/api/v1/me/likes/users", "/api/v1/me/likes/users/soundcloud:users:1"]
            for path in paths {
                #expect(try await !stage.walk(path, limit: 50).isEmpty)
                #expect(try await stage.walk(path, limit: 50, as: .editor).isEmpty)
                #expect(try await stage.walk(path, limit: 50, at: "there").isEmpty)
                #expect(await stage.stage.send(.get, path).status == 401)
            }
            // A like of another listener does not mark the track for this listener.
            try await stage.like(all: "listener", at: "there")
            let text = await stage.stage.send(.get, "/api/v1/me/likes", as: .listener, at: "there").text
            #expect(text.contains("there track"))
            #expect(!text.replacing("there ", with: "").contains("here "))
            try await stage.stage.database.sql(
                "delete from app.cloud_like where tenant_id = \(stage.stage.there.id);"
                    + "insert into app.cloud_user (tenant_id, urn, username, name_key)"
                    + " values (\(stage.stage.there.id), 'soundcloud:users:777', 'only there', 'only')")
            let foreign = await stage.stage.send(.get, "/api/v1/me/likes/users/soundcloud:users:777", as: .listener)
            let absent = await stage.stage.send(.get, "/api/v1/me/likes/users/soundcloud:users:778", as: .listener)
            #expect(foreign.status == 404 && absent.status == 404)
            #expect(foreign["code"] as? String == absent["code"] as? String)
        }
    }

    @Test(arguments: [
        "?order=best", "?kind=users", "?limit=0", "?limit=201", "?limit=x", "?cursor=x", "?cursor=", "/users?limit=0",
        "/users?cursor=bm8", "?order=title&cursor=WyJsaWtlcy5yZWNlbnQiLCIxIiwiMSJd",
        "?cursor=WyJsaWtlcy5yZWNlbnQiLCJ4IiwiMSJd", "?cursor=WyJsaWtlcy5yZWNlbnQiLCIxIl0",
    ])
    func anInvalidQueryForLikesIsRefused(query: String) async throws {
        try await ListStage.with { (stage) async throws in
            let answer = await stage.stage.send(.get, "/api/v1/me/likes\(query)", as: .listener)
            #expect(answer.status == 422, "\(answer.text)")
        }
    }

    @Test func everyOrderOfLikesUsesItsDatabaseIndex() async throws {
        try await ListStage.with { (stage) async throws in
            try await stage.plant("here", tracks: 4000, playlists: 200)
            try await stage.like(all: "listener")
            try await stage.like(all: "editor")
            try await stage.stage.database.sql("vacuum analyze")
            let listener = try await stage.listener()
            let index: [LikedItem.Order: String] = [
                .recent: "cloud_like_rank_idx", .title: "cloud_like_title_idx", .user: "cloud_like_user_idx",
                .artist: "cloud_like_artist_idx", .duration: "cloud_like_duration_idx",
            ]
            for order in LikedItem.Order.allCases {
                let position = LikedItem.Position(
                    rank: 500, id: 2000, title: "title 7", user: "user 3", userID: 10, artist: "artist 2",
                    durationMs: 6000)
                for sql in LikeStore.page(.all, by: order, after: position, limit: 51, of: listener) {
                    let plan = try await stage.plan(sql)
                    #expect(plan.contains("using \(try #require(index[order]))"), "\(order): \(plan)")
                    #expect(!plan.contains("Sort") && !plan.contains("Seq Scan"), "\(order): \(plan)")
                    #expect(plan.contains("Index Cond") && plan.contains("ROW("), "\(order): \(plan)")
                }
            }
            let users = try await stage.plan(
                LikeStore.users(after: .init(key: "user 3", id: 5), limit: 51, of: listener))
            #expect(users.contains("cloud_like_user_idx") && !users.contains("Sort"), "\(users)")
        }
    }
}
