import Foundation
import Tenancy
import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

struct CloudListRoutesTests {
    /// Makes the listener follow all users, own every second playlist and have a stream of all items, some with equal times.
    private func plantLists(_ stage: ListStage, at host: String = "here") async throws {
        let tenant = host == "here" ? stage.stage.here : stage.stage.there
        try await stage.plant(host, tracks: 60, playlists: 20, at: host)
        try await stage.stage.database.sql(
            """
            set app.tenant_id = '\(tenant.id)';
            insert into app.cloud_following (user_id, cloud_user_id, rank, name_key)
            select a.user_id, u.cloud_user_id, split_part(u.urn, ':', 3)::bigint * 7 % 4, u.name_key
              from app.user_account a, app.cloud_user u
             where a.tenant_id = \(tenant.id) and u.tenant_id = \(tenant.id) and a.login = 'listener';
            insert into app.own_playlist (user_id, playlist_id, rank)
            select a.user_id, p.playlist_id, split_part(p.urn, ':', 3)::bigint * 7 % 5
              from app.user_account a, app.cloud_playlist p
             where a.tenant_id = \(tenant.id) and p.tenant_id = \(tenant.id) and a.login = 'listener'
               and split_part(p.urn, ':', 3)::bigint % 2 = 0;
            insert into app.stream_entry (user_id, via, track_id, reposter_id, happened_at)
            select a.user_id, case when split_part(t.urn, ':', 3)::bigint % 3 = 0 then 'repost' else 'post' end, t.track_id,
                   case when split_part(t.urn, ':', 3)::bigint % 3 = 0 then t.cloud_user_id end,
                   '2026-01-01T00:00:00.000001Z'::timestamptz + (split_part(t.urn, ':', 3)::bigint % 9) * interval '7 microseconds'
              from app.user_account a, app.cloud_track t
             where a.tenant_id = \(tenant.id) and t.tenant_id = \(tenant.id) and a.login = 'listener';
            insert into app.cloud_playlist_track (playlist_id, position, track_id)
            select p.playlist_id, n, (select track_id from app.cloud_track where tenant_id = \(tenant.id)
                                       order by track_id offset n % 20 limit 1)
              from app.cloud_playlist p, generate_series(0, 24) n
             where p.tenant_id = \(tenant.id) and p.urn = 'soundcloud:playlists:1';
            """)
    }

    private func lines(_ stage: ListStage, _ sql: String) async throws -> [String] {
        try await stage.stage.database.sql(sql).split(separator: "\n").map(String.init)
    }

    /// Spec L27.
    @Test func followingsAreSortedByNameOrByTime() async throws {
        try await ListStage.with { (stage) async throws in
            try await plantLists(stage)
            for (sort, order) in [
                ("name", "f.name_key, f.cloud_user_id"), ("recent", "f.rank desc, f.cloud_user_id desc"),
            ] {
                let expected = try await lines(
                    stage,
                    """
                    select u.urn from app.cloud_following f join app.cloud_user u using (tenant_id, cloud_user_id)
                     order by \(order)
                    """)
                #expect(try await stage.walk("/api/v1/me/followings?sort=\(sort)", limit: 2).map(urn) == expected)
            }
        }
    }

    /// Spec L4, L5.
    @Test func theStreamIsListedNewestFirstWithReposters() async throws {
        try await ListStage.with { (stage) async throws in
            try await plantLists(stage)
            for (include, filter) in [("all", "true"), ("posts", "via = 'post'"), ("reposts", "via = 'repost'")] {
                let expected = try await lines(
                    stage,
                    """
                    select t.urn || via || (e.reposter_id is not null) from app.stream_entry e
                      join app.cloud_track t using (tenant_id, track_id)
                     where \(filter) order by happened_at desc, entry_id desc
                    """)
                let items = try await stage.walk("/api/v1/me/stream?include=\(include)", limit: 7)
                #expect(
                    items.map { urn($0) + ($0["via"] as? String ?? "") + ($0["reposter"] == nil ? "false" : "true") }
                        == expected)
            }
        }
    }

    @Test func ownPlaylistsAreListedInSoundCloudsOrder() async throws {
        try await ListStage.with { (stage) async throws in
            try await plantLists(stage)
            let expected = try await lines(
                stage,
                """
                select p.urn from app.own_playlist o join app.cloud_playlist p using (tenant_id, playlist_id)
                 order by o.rank desc, o.playlist_id desc
                """)
            #expect(expected.count == 10)
            #expect(try await stage.walk("/api/v1/me/playlists", limit: 3).map(urn) == expected)
        }
    }

    /// Spec L29.
    @Test func aUserIsReturnedWithTracksAndPlaylistsNewestFirst() async throws {
        try await ListStage.with { (stage) async throws in
            try await plantLists(stage)
            let path = "/api/v1/users/soundcloud:users:2"
            let user = await stage.stage.send(.get, path, as: .listener)
            #expect(
                user.status == 200 && user["isFollowed"] as? Bool == true
                    && urn(["user": user["user"] as Any]) == "soundcloud:users:2")
            #expect(await stage.stage.send(.get, path, as: .editor)["isFollowed"] as? Bool == false)
            for (table, key, order) in [
                ("track", "tracks", "t.uploaded_at desc, t.track_id desc"),
                ("playlist", "playlists", "t.playlist_id desc"),
            ] {
                let expected = try await lines(
                    stage,
                    """
                    select t.urn from app.cloud_\(table) t join app.cloud_user u using (tenant_id, cloud_user_id)
                     where u.urn = 'soundcloud:users:2' order by \(order)
                    """)
                #expect(expected.count > 2)
                for limit in [1, 3, 50] {
                    #expect(
                        try await stage.walk("\(path)/\(key)", limit: limit).map(urn) == expected, "\(key) \(limit)")
                }
            }
        }
    }

    @Test func tracksWithAndWithoutATimeOfUploadFormOneList() async throws {
        try await ListStage.with { (stage) async throws in
            try await plantLists(stage)
            try await stage.stage.database.sql("update app.cloud_track set uploaded_at = null where track_id % 2 = 0")
            try await stage.stage.database.sql(
                "update app.cloud_track set cloud_user_id = (select min(cloud_user_id) from app.cloud_user)")
            let expected = try await lines(
                stage, "select urn from app.cloud_track order by uploaded_at desc, track_id desc")
            let owner = try await lines(stage, "select urn from app.cloud_user order by cloud_user_id limit 1")[0]
            #expect(try await stage.walk("/api/v1/users/\(owner)/tracks", limit: 7).map(urn) == expected)
        }
    }

    /// Spec L31.
    @Test func aPlaylistListsItsTracksInOrderIncludingDuplicates() async throws {
        try await ListStage.with { (stage) async throws in
            try await plantLists(stage)
            let path = "/api/v1/playlists/soundcloud:playlists:1"
            let items = try await stage.walk(path, limit: 4)
            #expect(items.compactMap { $0["position"] as? Int } == Array(0..<25))
            #expect(urn(items[0]) == urn(items[20]) && urn(items[0]) != urn(items[1]))
            let head = try #require(await stage.stage.send(.get, path, as: .listener)["playlist"] as? [String: Any])
            #expect(head["title"] as? String == "here playlist 1")
        }
    }

    @Test func aPrivatePlaylistIsShownOnlyToItsOwner() async throws {
        try await ListStage.with { (stage) async throws in
            try await plantLists(stage)
            try await stage.stage.database.sql("update app.cloud_playlist set is_public = false")
            let own = try #require(try await stage.walk("/api/v1/me/playlists", limit: 50).map(urn).first)
            #expect(await stage.stage.send(.get, "/api/v1/playlists/\(own)", as: .listener).status == 200)
            #expect(await stage.stage.send(.get, "/api/v1/playlists/\(own)", as: .editor).status == 404)
            for number in 1...6 {
                let path = "/api/v1/users/soundcloud:users:\(number)/playlists"
                #expect(try await stage.walk(path, limit: 50, as: .editor).isEmpty)
            }
        }
    }

    /// Spec L30.
    @Test func theProfileCountsTheItemsOfEachSection() async throws {
        try await ListStage.with { (stage) async throws in
            try await plantLists(stage)
            try await stage.like(all: "listener")
            try await stage.stage.database.sql(
                """
                insert into app.cloud_connection (tenant_id, user_id, cloud_user_id, access_token, expires_at)
                select a.tenant_id, a.user_id, u.cloud_user_id, '', now() from app.user_account a
                  join app.cloud_user u using (tenant_id)
                 where a.tenant_id = \(stage.stage.here.id) and a.login = 'listener' and u.urn = 'soundcloud:users:3'
                """)
            let answer = await stage.stage.send(.get, "/api/v1/me/profile", as: .listener)
            let counts = answer.objects("sections").map { "\($0["id"] ?? "") \($0["count"] ?? "")" }
            #expect(counts == ["followings 6", "likedTracks 60", "likedPlaylists 20", "playlists 10"])
            #expect(answer.text.contains("soundcloud:users:3"))
            let other = await stage.stage.send(.get, "/api/v1/me/profile", as: .editor)
            #expect(other.status == 200 && other["user"] == nil)
            #expect(other.objects("sections").allSatisfy { $0["count"] as? Int == 0 })
        }
    }

    @Test func listsOfOtherListenersAndTenantsAreNotShown() async throws {
        try await ListStage.with { (stage) async throws in
            try await plantLists(stage)
            let lists = ["/api/v1/me/followings", "/api/v1/me/stream", "/api/v1/me/playlists"]
            for path in lists {
                #expect(try await !stage.walk(path, limit: 50).isEmpty)
                #expect(try await stage.walk(path, limit: 50, as: .editor).isEmpty)
                #expect(try await stage.walk(path, limit: 50, at: "there").isEmpty)
            }
            let places = [
                "/api/v1/users/soundcloud:users:1", "/api/v1/users/soundcloud:users:1/tracks",
                "/api/v1/users/soundcloud:users:1/playlists", "/api/v1/playlists/soundcloud:playlists:1",
            ]
            for path in places {
                #expect(await stage.stage.send(.get, path, as: .listener).status == 200)
                let foreign = await stage.stage.send(.get, path, as: .listener, at: "there")
                let absent = await stage.stage.send(
                    .get, path.replacing(":1", with: ":999"), as: .listener, at: "there")
                #expect(
                    foreign.status == 404 && absent.status == 404
                        && foreign["code"] as? String == absent["code"] as? String)
            }
            for path in lists + places + ["/api/v1/me/profile"] {
                #expect(await stage.stage.send(.get, path).status == 401)
            }
        }
    }

    @Test(arguments: [
        "/api/v1/me/followings?sort=best", "/api/v1/me/followings?cursor=x", "/api/v1/me/stream?include=some",
        "/api/v1/me/stream?limit=201", "/api/v1/me/stream?cursor=WyJzdHJlYW0iLCI5MjIzMzcyMDM2ODU0Nzc1ODA3IiwiMSJd",
        "/api/v1/me/playlists?limit=0", "/api/v1/me/playlists?cursor=x",
        "/api/v1/users/soundcloud:users:1/tracks?cursor=x", "/api/v1/users/1/playlists?limit=x",
        "/api/v1/playlists/1?cursor=x",
    ])
    func invalidQueriesForListsAreRefused(path: String) async throws {
        try await ListStage.with { (stage) async throws in
            try await stage.plant("here", tracks: 1, playlists: 1)
            let answer = await stage.stage.send(.get, path, as: .listener)
            #expect(answer.status == 422, "\(answer.text)")
        }
    }
}
