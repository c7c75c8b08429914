import CloudStandIn
import Foundation
import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import MusicLibraryPages
@testable import SoundCloud

/// The pages of playlists, followings and users.
struct CloudItemPageTests {
    private func own(_ stage: ListStage, _ playlists: Int) async throws {
        try await stage.stage.database.sql(
            """
            insert into app.own_playlist (tenant_id, user_id, playlist_id, rank)
            select p.tenant_id, a.user_id, p.playlist_id, 1000 - split_part(p.urn, ':', 3)::bigint
              from app.cloud_playlist p
              join app.user_account a on a.tenant_id = p.tenant_id and a.login = 'listener'
             where split_part(p.urn, ':', 3)::bigint <= \(playlists);
            """)
    }

    private func follow(_ stage: ListStage) async throws {
        try await stage.stage.database.sql(
            """
            insert into app.cloud_following (tenant_id, user_id, cloud_user_id, rank, name_key)
            select u.tenant_id, a.user_id, u.cloud_user_id, split_part(u.urn, ':', 3)::bigint, u.name_key
              from app.cloud_user u
              join app.user_account a on a.tenant_id = u.tenant_id and a.login = 'listener';
            """)
    }

    @Test func ownPlaylistsAreListedInSoundCloudsOrder() async throws {
        try await ListStage.with { (stage) async throws in
            try await stage.plant("here", tracks: 20, playlists: 9)
            try await own(stage, 7)
            let titles = try await stage.titles(from: "/library/playlists?limit=3")
            #expect(titles == (1...7).map { "here playlist \($0)" })
            #expect(await stage.stage.page("/library/playlists", as: .editor).rows.isEmpty)
        }
    }

    @Test func aPlaylistPageShowsTracksInPlaylistOrder() async throws {
        try await ListStage.with { (stage) async throws in
            try await stage.plant("here", tracks: 20, playlists: 2)
            try await stage.connect()
            try await stage.stage.database.sql(
                """
                insert into app.cloud_playlist_track (tenant_id, playlist_id, position, track_id)
                select p.tenant_id, p.playlist_id, 20 - split_part(t.urn, ':', 3)::bigint, t.track_id
                  from app.cloud_playlist p join app.cloud_track t using (tenant_id) where p.urn like '%:1';
                update app.cloud_playlist set tracks_at = now(), description = 'Of long evenings', is_public = urn like '%:1';
                """)
            let path = "/library/playlists/soundcloud:playlists:1"
            #expect(try await stage.titles(from: path + "?limit=6") == (1...20).reversed().map { "here track \($0)" })
            let page = await stage.stage.page(path)
            #expect(page.words.contains("Of long evenings") && page.words.contains("3 tracks, 0:01"))
            #expect(page.rows[0].contains("<span class=\"number\">1</span>"))
            #expect(page.text.contains("name=\"like\" value=\"soundcloud:playlists:1\""))
            let liked = await stage.stage.post("/library/likes", [("like", "soundcloud:playlists:1"), ("next", path)])
            #expect(liked.location == path + "?notice=liked#p1")
            let after = await stage.stage.page(path)
            #expect(after.text.contains("name=\"unlike\" value=\"soundcloud:playlists:1\""))
            #expect(after.words.contains("The change “Like” is waiting for SoundCloud."))
            // A private playlist of another account, an unknown playlist, and invalid URNs.
            for absent in ["soundcloud:playlists:2", "soundcloud:playlists:99", "soundcloud:tracks:1", "x"] {
                #expect(await stage.stage.page("/library/playlists/\(absent)").status == 404)
            }
            #expect(await stage.stage.page(path, at: "there").status == 404)
        }
    }

    @Test func followedUsersAreListedByNameOrByTime() async throws {
        try await ListStage.with { (stage) async throws in
            try await stage.plant("here", tracks: 90, playlists: 0)
            try await follow(stage)
            let recent = try await stage.titles(from: "/library/following?sort=recent&limit=4")
            #expect(recent == (1...9).reversed().map { "here user \($0)" })
            let byName = try await stage.titles(from: "/library/following?limit=4")
            #expect(byName == [7, 1, 8, 2, 9, 3, 4, 5, 6].map { "here user \($0)" })
            let row = try #require(await stage.stage.page("/library/following").rows.first)
            #expect(row.contains("href=\"/library/users/soundcloud:users:7\""))
            #expect(row.contains("href=\"/library/likes/users/soundcloud:users:7\""))
        }
    }

    @Test func aUserCanBeFollowedAndUnfollowedOnThePages() async throws {
        try await ListStage.with { (stage) async throws in
            try await stage.plant("here", tracks: 30, playlists: 0)
            try await follow(stage)
            try await stage.connect()
            let row = try #require(await stage.stage.page("/library/following").rows.first)
            #expect(row.contains("formaction=\"/library/following\" name=\"unfollow\" value=\"soundcloud:users:1\""))
            let press = [("unfollow", "soundcloud:users:1"), ("next", "/library/users/soundcloud:users:1")]
            let gone = await stage.stage.post("/library/following", press)
            #expect(gone.location == "/library/users/soundcloud:users:1?notice=unfollowed#u1")
            #expect(await stage.stage.page("/library/following").rows.count == 2)
            let user = await stage.stage.page("/library/users/soundcloud:users:1?notice=unfollowed")
            #expect(user.words.contains("The change “Unfollow” is waiting") && user.text.contains("name=\"follow\""))
            let again = await stage.stage.post("/library/following", [("follow", "soundcloud:users:1")])
            #expect(again.location == "/library?notice=followed#u1")
            #expect(await stage.stage.page("/library/following").rows.count == 3)
            #expect(await stage.stage.post("/library/following", [("follow", "soundcloud:tracks:1")]).status == 404)
            #expect(await stage.stage.post("/library/following", []).status == 422)
        }
    }

    @Test func aUserPageShowsTracksPlaylistsAndRepostsSeparately() async throws {
        try await ListStage.with { (stage) async throws in
            try await stage.plant("here", tracks: 30, playlists: 6)
            try await stage.stage.database.sql(
                """
                update app.cloud_user set full_name = 'Una One', city = 'Prague', country = 'Czechia', description = 'Plays <loud>',
                       track_count = 1234, playlist_count = 1, follower_count = 5678 where urn = 'soundcloud:users:1';
                insert into app.stream_entry (tenant_id, user_id, via, track_id, reposter_id, happened_at)
                select t.tenant_id, a.user_id, 'repost', t.track_id, u.cloud_user_id,
                       now() - split_part(t.urn, ':', 3)::bigint * interval '1 hour'
                  from app.cloud_track t
                  join app.cloud_user u on u.tenant_id = t.tenant_id and u.urn = 'soundcloud:users:1'
                  join app.user_account a on a.tenant_id = t.tenant_id and a.login = 'listener'
                 where t.cloud_user_id <> u.cloud_user_id;
                """)
            let path = "/library/users/soundcloud:users:1"
            let page = await stage.stage.page(path)
            #expect(page.words.contains("Una One · Prague, Czechia") && page.words.contains("Plays <loud>"))
            #expect(page.words.contains("1,234 tracks, 1 playlist and 5,678 followers"))
            let tracks = try await stage.walk("/api/v1/users/soundcloud:users:1/tracks", limit: 200)
                .compactMap { $0["title"] as? String }
            #expect(try await stage.titles(from: path + "?limit=3") == tracks && tracks.count == 10)
            #expect(try await stage.titles(from: path + "?view=playlists&limit=1").count == 2)
            let reposts = try await stage.titles(from: path + "?view=reposts&limit=6")
            #expect(reposts.count == 20 && Set(reposts).isDisjoint(with: tracks))
            #expect(await stage.stage.page(path + "?view=reposts", as: .editor).rows.isEmpty)
            #expect(await stage.stage.page("/library/users/soundcloud:users:99").status == 404)
            #expect(await stage.stage.page(path, at: "there").status == 404)
        }
    }

    @Test(arguments: ["tracks", "playlists", "reposts"])
    func theStoredListOfAUserIsShownWithANoticeWhenSoundCloudIsUnavailable(view: String) async throws {
        try await ConnectedStage.with(StandInWorld(StandInWorld.Size(users: 12, tracks: 120))) { (stage) async throws in
            try await stage.connect()
            let path = "/library/users/soundcloud:users:1003?view=\(view)"
            let there = await stage.stage.page(path)
            #expect(there.status == 200 && !there.text.contains("SoundCloud is not available"))
            // The uploads of the user are stored now. One of them is in the listener's stream as a repost by the user.
            _ = await stage.stage.page("/library/users/soundcloud:users:1003")
            try await stage.stage.database.sql(
                """
                insert into app.stream_entry (tenant_id, user_id, via, track_id, reposter_id, happened_at)
                select t.tenant_id, a.user_id, 'repost', t.track_id, u.cloud_user_id, now()
                  from app.cloud_track t
                  join app.cloud_user u on u.tenant_id = t.tenant_id and u.urn = 'soundcloud:users:1003'
                  join app.user_account a on a.tenant_id = t.tenant_id and a.login = 'listener'
                 order by t.track_id
                 limit 1;
                """)
            stage.cloud.standIn.plan(Dictionary(uniqueKeysWithValues: (1...60).map { ($0, StandInFault.serverError) }))
            let stored = await stage.stage.page(path)
            #expect(stored.status == 200, "\(stored.text)")
            #expect(stored.words.contains("SoundCloud is not available. The list shows what this server has stored."))
            if view == "reposts" {
                #expect(stored.rows.count == 1, "\(stored.text)")
                #expect(stored.text.contains("Reposts in your stream"))
            }
        }
    }

    @Test func openedPagesOfSoundCloudItemsAreSavedAsTheLastView() async throws {
        try await ListStage.with { (stage) async throws in
            try await stage.plant("here", tracks: 10, playlists: 1)
            let views: [(String, String)] = [
                ("/library/playlists", "playlists"), ("/library/playlists/soundcloud:playlists:1", "playlist"),
                ("/library/following?sort=recent", "following"), ("/library/users/1?view=playlists", "user"),
                ("/library/likes/users/1", "likesOfUser"), ("/library/profile", "profile"),
            ]
            try await stage.connect()
            for (path, view) in views {
                #expect(await stage.stage.page(path).status == 200)
                let state = await stage.stage.send(.get, "/api/v1/me/view-state", as: .listener)
                #expect(state["view"] as? String == view)
                // The saved view leads back to the same page.
                let back = await stage.stage.page("/library").location
                #expect(back == path.replacing("/users/1", with: "/users/soundcloud:users:1"), "\(back)")
            }
            #expect(await stage.stage.page("/library/users/soundcloud:users:99").status == 404)
            #expect(try await stage.viewRevision() == "6", "a missing item is not saved as the view")
        }
    }

    @Test func queriesForRepostsAndPendingChangesUseADatabaseIndex() async throws {
        try await ListStage.with { (stage) async throws in
            try await stage.plant("here", tracks: 4000, playlists: 10)
            try await stage.like(all: "listener")
            try await stage.stage.database.sql(
                """
                insert into app.stream_entry (tenant_id, user_id, via, track_id, reposter_id, happened_at)
                select t.tenant_id, a.user_id, 'repost', t.track_id, t.cloud_user_id,
                       now() - split_part(t.urn, ':', 3)::bigint * interval '1 hour'
                  from app.cloud_track t join app.user_account a on a.tenant_id = t.tenant_id and a.login in ('listener', 'editor');
                insert into app.cloud_write (tenant_id, user_id, act, urn)
                select l.tenant_id, l.user_id, 'like', t.urn from app.cloud_like l join app.cloud_track t using (tenant_id, track_id);
                """)
            try await stage.stage.database.sql("vacuum analyze")
            let listener = try await stage.listener()
            let position = TimePosition.first
            let reposts = try await stage.plan(
                CloudListSQL.reposts(by: 7, before: position.microseconds, position.id, limit: 51, of: listener))
            #expect(reposts.contains("using stream_entry_") && !reposts.contains("Seq Scan"), "\(reposts)")
            let urns = (1...20).compactMap { CloudURN(.track, number: $0) }
            let writes = try await stage.plan(CloudMarkStore.writes(urns, listener))
            #expect(writes.contains("cloud_write_user_idx") && !writes.contains("Seq Scan on cloud_write"), "\(writes)")
        }
    }
}
