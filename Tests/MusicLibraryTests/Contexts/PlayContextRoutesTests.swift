import Foundation
import Tenancy
import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

struct PlayContextRoutesTests {
    /// Returns the numbers of the tracks in a list.
    private func shown(_ answer: StageAnswer) -> [String] {
        answer.objects("items").compactMap { urn($0).split(separator: ":").last.map(String.init) }
    }

    /// Spec L10.
    @Test func playContextsHaveTheTracksOfTheirListsInOrder() async throws {
        try await ContextStage.with { (stage) async throws in
            for number in 1...5 { await stage.library.add(number) }
            let artist = try await stage.library.id("Aurora Vale", in: "artists")
            let album = try await stage.library.id("Low Tide", in: "albums")
            let label = try await stage.library.id("Quiet Harbour", in: "labels")
            #expect(try await stage.tracks("songs") == shown(await stage.get(LibraryStage.path + "/songs")))
            #expect(try await stage.tracks("songs").count == 5)
            #expect(try await stage.tracks("artist:\(artist)") == ["1", "2"])
            #expect(try await stage.tracks("album:\(album)") == ["2"])
            #expect(try await stage.tracks("label:\(label)") == ["1"])
            #expect(await stage.window("artist:\(artist)")["title"] as? String == "Aurora Vale")
            let made = await stage.stage.send(
                .post, "/api/v1/me/podcasts/stations", #"{"name": "Nights"}"#, as: .listener)
            let station = try #require(made["id"] as? String)
            for number in [5, 4] {
                _ = await stage.stage.send(
                    .put, "/api/v1/me/podcasts/stations/\(station)/tracks/soundcloud:tracks:\(number)", as: .listener)
            }
            #expect(try await stage.tracks("station:\(station)") == ["5", "4"])
            #expect(try await stage.tracks("podcasts") == shown(await stage.get("/api/v1/me/podcasts/tracks")))
            #expect(try await stage.tracks("podcasts").count == 2)
            #expect(try await stage.tracks("track:2") == ["2"])
        }
    }

    /// Spec L11.
    @Test func aWindowOfAPlayContextStartsAtTheRequestedOffset() async throws {
        try await ContextStage.with { (stage) async throws in
            for number in 1...4 { await stage.library.add(number) }
            let first = await stage.window("songs", "?limit=3")
            #expect(first["length"] as? Int == 4 && first["nextOffset"] as? Int == 3 && first["offset"] as? Int == 0)
            let last = await stage.window("songs", "?limit=3&offset=3")
            #expect(last.objects("items").map { $0["index"] as? Int } == [3])
            #expect(last["nextOffset"] == nil)
            #expect(last["revision"] as? String == first["revision"] as? String)
            let behind = await stage.window("songs", "?offset=100000")
            #expect(behind.status == 200 && behind.objects("items").isEmpty && behind["nextOffset"] == nil)
            await stage.library.add(5)
            #expect(await stage.window("songs")["revision"] as? String != first["revision"] as? String)
            for query in ["?offset=-1", "?offset=100001", "?limit=0", "?limit=201", "?offset=x"] {
                #expect(await stage.window("songs", query).status == 422, "\(query)")
            }
        }
    }

    /// Spec L21.
    @Test func likesIncludeTheTracksOfLikedPlaylistsOnceEach() async throws {
        try await ContextStage.with { (stage) async throws in
            try await stage.like()
            #expect(try await stage.tracks("likes:recent") == ["3", "2", "1"])
            #expect(try await stage.tracks("likes:title") == ["1", "2", "3"])
            #expect(try await stage.tracks("likes:user") == ["3", "2", "1"])
            #expect(try await stage.tracks("likes:duration") == ["3", "2", "1"])
            #expect(try await stage.tracks("likes:artist") == ["1", "2", "3"])
            let users = try await stage.stage.database.sql(
                "select urn from app.cloud_user where tenant_id = \(stage.stage.here.id) and username = 'mdindry35'")
            #expect(try await stage.tracks("likes:user:\(users)") == ["3", "2", "1"])
            #expect(try await stage.tracks("user:\(users)") == ["3", "1"])
            // A playlist keeps the order and repetitions of its creator.
            #expect(try await stage.tracks("playlist:7") == ["3", "2", "3"])
        }
    }

    @Test func theStreamCanBeLimitedToPostsOrReposts() async throws {
        try await ContextStage.with { (stage) async throws in
            try await stage.sql(
                """
                insert into app.stream_entry (user_id, via, track_id, happened_at)
                values ($listener, 'post', $t1, '2026-06-01Z'), ($listener, 'repost', $t1, '2026-06-03Z'),
                       ($listener, 'repost', $t2, '2026-06-02Z');
                """)
            #expect(try await stage.tracks("stream") == ["1", "2"])
            #expect(try await stage.tracks("stream:posts") == ["1"])
            #expect(try await stage.tracks("stream:reposts") == ["1", "2"])
            #expect(await stage.window("discover").status == 404)
            try await stage.sql(
                """
                insert into app.discover (user_id, seed_id) values ($listener, $t4);
                insert into app.discover_track (user_id, position, track_id) values ($listener, 0, $t5), ($listener, 1, $t1);
                """)
            #expect(try await stage.tracks("discover") == ["5", "1"])
        }
    }

    /// Spec M6.2.
    @Test func unplayableTracksOfAPlayContextAreMarked() async throws {
        try await ContextStage.with { (stage) async throws in
            for number in 1...3 { await stage.library.add(number) }
            try await stage.sql(
                "update app.cloud_track set access = 'blocked' where tenant_id = app.tenant_id() and track_id = $t1")
            try await stage.sql(
                "update app.cloud_track set access = 'preview' where tenant_id = app.tenant_id() and track_id = $t2")
            let items = await stage.window("songs").objects("items")
            #expect(items.map { $0["isPlayable"] as? Bool } == [true, false, true])
            let tracks = try items.map { try #require($0["track"] as? [String: Any]) }
            #expect(tracks.map { $0["access"] as? String } == ["playable", "blocked", "preview"])
            #expect(tracks[1]["artist"] as? String == "Aurora Vale" && tracks[1]["origin"] as? String == "library")
            #expect((tracks[1]["uploader"] as? [String: Any])?["origin"] as? String == "soundcloud")
        }
    }

    /// Contract 19: one shape of a track.
    @Test func aTrackHasTheSameMembersInAPlayContextAsInTheLibrary() async throws {
        try await ContextStage.with { (stage) async throws in
            for number in 1...3 { await stage.library.add(number) }
            let played = try await stage.window("songs").objects("items").map {
                try #require($0["track"] as? NSDictionary)
            }
            let filed = await stage.get("/api/v1/me/library/songs").objects("items")
            #expect(played.count == 3 && filed.count == 3)
            for (played, filed) in zip(played, filed) {
                for case let (member as String, value) in played {
                    #expect((filed as NSDictionary)[member] as? NSObject == value as? NSObject, "\(member)")
                }
            }
        }
    }

    @Test func playContextsOfOtherListenersAreNotFound() async throws {
        try await ContextStage.with { (stage) async throws in
            try await stage.like()
            await stage.library.add(1)
            let artist = try await stage.library.id("Aurora Vale", in: "artists")
            for (role, host) in [(Role.editor, "here"), (.listener, "there")] {
                #expect(await stage.window("artist:\(artist)", as: role, at: host).status == 404)
                #expect(await stage.window("playlist:7", as: role, at: host).status == 404)
                #expect(try await stage.tracks("songs", as: role, at: host) == [])
                #expect(try await stage.tracks("likes:recent", as: role, at: host) == [])
            }
            for name in ["artist:999999", "album:1:2", "likes", "user:5", "track:77", "%20"] {
                #expect(await stage.window(name).status == 404, "\(name)")
            }
        }
    }

    @Test func aWindowAtTheEndOfALongPlayContextHasItsLastTrack() async throws {
        try await ListStage.with { (lists) async throws in
            try await lists.plant("mark", tracks: 3000, playlists: 20)
            try await lists.like(all: "listener")
            let contexts = PlayContexts(database: lists.stage.database.tenants)
            let listener = try await lists.listener()
            let whole = try #require(try await contexts.list(PlayContext(.likes(.title)), for: listener))
            #expect(whole.tracks.count == 3000)
            let window = try await contexts.window(
                PlayContext(.likes(.title)), from: 2999, limit: 5, for: listener)
            #expect(window?.items.map(\.index) == [2999] && window?.length == 3000)
        }
    }
}
