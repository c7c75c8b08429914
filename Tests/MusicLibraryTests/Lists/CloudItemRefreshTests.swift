import CloudStandIn
import Foundation
import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

/// Requests for users and playlists that are not stored.
struct CloudItemRefreshTests {
    private func get(_ path: String, _ stage: ExploreStage, as role: Role = .listener) async -> StageAnswer {
        await stage.stage.send(.get, path, as: role)
    }

    private func walk(_ path: String, _ stage: ExploreStage) async -> [[String: Any]] {
        var (items, cursor): ([[String: Any]], String) = ([], "")
        for _ in 0..<50 {
            let answer = await get("\(path)limit=3\(cursor)", stage)
            #expect(answer.status == 200, "\(answer.text)")
            items += answer.objects("items")
            guard let next = answer["next"] as? String else { return items }
            cursor = "&cursor=\(next)"
        }
        Issue.record("the list has no end")
        return items
    }

    /// A SoundCloud world in which user 1003 has reposts.
    private func world() -> StandInWorld {
        var world = StandInWorld(StandInWorld.Size(users: 12, tracks: 120))
        for track in 100_000..<100_008 { world.repost(track, by: 1003) }
        return world
    }

    @Test func aUserIsReadFromSoundCloudAtMostOnceADay() async throws {
        try await ExploreStage.with(world()) { (stage) async throws in
            let path = "/api/v1/users/soundcloud:users:1003"
            #expect(await get(path, stage).status == 404)
            try await stage.connect()
            let user = await get(path, stage)
            #expect(user.status == 200 && user["followerCount"] as? Int == 1003 % 977, "\(user.text)")
            #expect(await get("/api/v1/users/99", stage).status == 404)
            // The stored copy is used now, even for an account without a connection.
            stage.repair()
            #expect(await get(path, stage).status == 200)
            #expect(await get(path, stage, as: .editor).status == 200)
            #expect(stage.cloud.standIn.requests == 0)
            // After a day, the server requests the user again. If SoundCloud does not answer, the stored copy is used.
            try await stage.stage.database.sql("update app.cloud_user set fetched_at = now() - interval '2 days'")
            stage.failRequests()
            #expect(await get(path, stage).status == 200)
            #expect(stage.cloud.standIn.requests > 0)
            #expect(await get("/api/v1/users/1004", stage).status == 503)
        }
    }

    @Test func theTracksOfAUserAreReadFromSoundCloud() async throws {
        try await ExploreStage.with(world()) { (stage) async throws in
            try await stage.connect()
            let path = "/api/v1/users/1003/tracks?"
            let posts = await walk(path, stage)
            let whole = await get(path + "limit=200", stage)
            #expect(posts.compactMap { $0["urn"] as? String } == whole.urns("items") && posts.count > 3)
            #expect(whole["isStored"] as? Bool == false)
            #expect(posts.allSatisfy { $0["via"] as? String == "post" })
            let reposts = await walk(path + "include=reposts&", stage)
            #expect(
                reposts.compactMap { $0["urn"] as? String }
                    == (100_000..<100_008).reversed().map { "soundcloud:tracks:\($0)" })
            #expect(reposts.allSatisfy { $0["via"] as? String == "repost" })
            let all = await walk(path + "include=all&", stage)
            #expect(all.compactMap { $0["urn"] as? String } == (posts + reposts).compactMap { $0["urn"] as? String })
            #expect(all.map { $0["via"] as? String } == (posts + reposts).map { $0["via"] as? String })
        }
    }

    @Test func storedTracksOfAUserAreListedWhenSoundCloudIsUnavailable() async throws {
        try await ExploreStage.with(world()) { (stage) async throws in
            try await stage.connect()
            let path = "/api/v1/users/1003/tracks?"
            let there = Set(await walk(path, stage).compactMap { $0["urn"] as? String })
            stage.failRequests()
            for role in [Role.listener, .editor] {
                let stored = await get(path, stage, as: role)
                #expect(stored.status == 200 && Set(stored.urns("items")) == there, "\(stored.text)")
                #expect(stored["isStored"] as? Bool == true)
            }
            #expect(await get(path + "include=reposts", stage).status == 503)
            #expect(await get(path + "include=reposts", stage, as: .editor)["code"] as? String == "not-connected")
        }
    }

    @Test func cursorsOfOtherListsAndListenersAreRefused() async throws {
        try await ExploreStage.with(world()) { (stage) async throws in
            try await stage.connect()
            try await stage.connect(as: .editor)
            let path = "/api/v1/users/1003/tracks?limit=2"
            let cursor = try #require(await get(path, stage)["next"] as? String)
            #expect(await get(path + "&cursor=\(cursor)", stage).status == 200)
            for (path, role) in [
                (path, Role.editor), (path + "&include=all", .listener),
                ("/api/v1/users/1004/tracks?limit=2", .listener),
                ("/api/v1/users/1003/playlists?limit=2", .listener),
            ] {
                #expect(await get(path + "&cursor=\(cursor)", stage, as: role).status == 422, "\(path) \(role)")
            }
            #expect(await get(path + "&include=some", stage).status == 422)
        }
    }

    @Test func openingAPlaylistReadsItsTracksFromSoundCloud() async throws {
        try await ExploreStage.with(world()) { (stage) async throws in
            let path = "/api/v1/playlists/soundcloud:playlists:5001"
            #expect(await get(path, stage).status == 404)
            try await stage.connect()
            let there = try #require(stage.cloud.standIn.world.playlist(5001))
            let opened = await get(path, stage)
            #expect(opened.status == 200 && opened["tracksReadAt"] != nil, "\(opened.text)")
            #expect(
                opened.objects("items").compactMap { ($0["track"] as? [String: Any])?["urn"] as? String }
                    == there.tracks.map { "soundcloud:tracks:\($0)" })
            stage.cloud.standIn.change { $0.rename(playlist: 5001, "Another name") }
            stage.repair()
            #expect((await get(path, stage)["playlist"] as? [String: Any])?["title"] as? String == there.title)
            #expect(stage.cloud.standIn.requests == 0)
            try await stage.stage.database.sql("update app.cloud_playlist set tracks_at = now() - interval '2 hours'")
            #expect((await get(path, stage)["playlist"] as? [String: Any])?["title"] as? String == "Another name")
            #expect(await get("/api/v1/playlists/77", stage).status == 404)
            stage.failRequests()
            #expect(await get("/api/v1/playlists/78", stage).status == 503)
        }
    }

    @Test func thePlaylistsOfAUserAreReadFromSoundCloud() async throws {
        try await ExploreStage.with(world()) { (stage) async throws in
            try await stage.connect()
            let playlists = await walk("/api/v1/users/1000/playlists?", stage).compactMap { $0["urn"] as? String }
            #expect(playlists == [5001, 5003, 5005].map { "soundcloud:playlists:\($0)" })
            stage.failRequests()
            let stored = await get("/api/v1/users/1000/playlists", stage)
            #expect(Set(stored.urns("items")) == Set(playlists) && stored["isStored"] as? Bool == true)
        }
    }
}
