import CloudStandIn
import Foundation
import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

struct PlaylistRoutesTests {
    private static let path = "/api/v1/me/playlists"

    private func body(_ title: String, _ tracks: [Int], _ more: String = "") -> String {
        let list = tracks.map { "\"soundcloud:tracks:\($0)\"" }.joined(separator: ", ")
        return #"{"title": "\#(title)", "tracks": [\#(list)]\#(more)}"#
    }

    private func number(_ answer: StageAnswer) throws -> Int {
        try #require((answer["urn"] as? String)?.split(separator: ":").last.flatMap { Int($0) }, "\(answer.text)")
    }

    private func tracks(of number: Int, _ stage: ExploreStage) async -> [String] {
        await stage.stage.send(.get, "/api/v1/playlists/\(number)", as: .listener).objects("items").compactMap {
            ($0["track"] as? [String: Any])?["urn"] as? String
        }
    }

    /// Spec L31.
    @Test func aPlaylistIsCreatedOnSoundCloudAndStored() async throws {
        try await ExploreStage.with { (stage) async throws in
            try await stage.connect()
            let made = await stage.stage.send(
                .post, Self.path, body("Night & Day", [100_002, 100_001, 100_002], #", "isPublic": true"#),
                as: .listener)
            #expect(made.status == 201, "\(made.text)")
            let number = try number(made)
            #expect(made.fields["Location"] == "/api/v1/playlists/soundcloud:playlists:\(number)")
            #expect(made["isOwn"] as? Bool == true && made["isPublic"] as? Bool == true)
            #expect(made["trackCount"] as? Int == 3)
            let there = try #require(stage.cloud.standIn.world.playlist(number))
            #expect(there.title == "Night & Day" && there.tracks == [100_002, 100_001, 100_002] && there.isPublic)
            // The playlist is read without another request to SoundCloud.
            stage.failRequests()
            let own = await stage.stage.send(.get, Self.path, as: .listener)
            #expect(own.urns("items") == ["soundcloud:playlists:\(number)"])
            #expect(await tracks(of: number, stage) == [100_002, 100_001, 100_002].map { "soundcloud:tracks:\($0)" })
            let found = await stage.stage.send(.get, "/api/v1/me/library/search?q=night", as: .listener)
            #expect(found.objects("items").map { $0["kind"] as? String } == ["playlist"])
        }
    }

    @Test func aNewPlaylistIsPrivateByDefault() async throws {
        try await ExploreStage.with { (stage) async throws in
            try await stage.connect()
            let made = await stage.stage.send(.post, Self.path, #"{"title": "Mine"}"#, as: .listener)
            let number = try number(made)
            #expect(made["isPublic"] as? Bool == false && stage.cloud.standIn.world.playlist(number)?.isPublic == false)
            #expect(await stage.stage.send(.get, "/api/v1/playlists/\(number)", as: .listener).status == 200)
            #expect(await stage.stage.send(.get, "/api/v1/playlists/\(number)", as: .editor).status == 404)
        }
    }

    @Test func anOwnPlaylistIsReplacedCompletely() async throws {
        try await ExploreStage.with { (stage) async throws in
            try await stage.connect()
            let number = try number(
                await stage.stage.send(.post, Self.path, body("First", [100_001, 100_002]), as: .listener))
            let changed = await stage.stage.send(
                .put, "/api/v1/playlists/soundcloud:playlists:\(number)", body("Second", [100_003]), as: .listener)
            #expect(changed.status == 200 && changed["title"] as? String == "Second", "\(changed.text)")
            #expect(stage.cloud.standIn.world.playlist(number)?.tracks == [100_003])
            #expect(await tracks(of: number, stage) == ["soundcloud:tracks:100003"])
            // No sync has read playlist 5000, which belongs to the account on SoundCloud.
            let unmet = await stage.stage.send(.put, "/api/v1/playlists/5000", body("Met", [100_004]), as: .listener)
            #expect(unmet.status == 200 && unmet["isOwn"] as? Bool == true, "\(unmet.text)")
        }
    }

    @Test func anOwnPlaylistIsDeletedOnSoundCloudAndInTheLibrary() async throws {
        try await ExploreStage.with { (stage) async throws in
            try await stage.connect()
            let number = try number(
                await stage.stage.send(.post, Self.path, body("Night", [100_001, 100_002]), as: .listener))
            let itemPath = "/api/v1/playlists/soundcloud:playlists:\(number)"
            // The playlist is also liked and in the stream, so that every table refers to the playlist.
            try await stage.stage.database.sql(
                """
                insert into app.cloud_like (tenant_id, user_id, playlist_id, rank, title_key, user_key, cloud_user_id)
                select tenant_id, user_id, playlist_id, 1, 'x', 'x', cloud_user_id
                  from app.own_playlist join app.cloud_playlist using (tenant_id, playlist_id);
                insert into app.stream_entry (tenant_id, user_id, via, playlist_id, happened_at)
                select tenant_id, user_id, 'post', playlist_id, now() from app.own_playlist;
                """)
            #expect(await stage.stage.send(.delete, itemPath, as: .editor).status == 404)
            stage.failRequests(.serverError)
            #expect(await stage.stage.send(.delete, itemPath, as: .listener).status == 503)
            stage.repair()
            #expect(await stage.stage.send(.get, itemPath, as: .listener).status == 200)
            #expect(await stage.stage.send(.delete, itemPath, as: .listener).status == 204)
            #expect(stage.cloud.standIn.world.playlist(number) == nil)
            #expect(await stage.stage.send(.get, Self.path, as: .listener).urns("items") == [])
            #expect(
                await stage.stage.send(.get, "/api/v1/me/library/search?q=night", as: .listener).objects("items")
                    .isEmpty)
            #expect(await stage.stage.send(.get, itemPath, as: .listener).status == 404)
            #expect(await stage.stage.send(.delete, itemPath, as: .listener).status == 404)
        }
    }

    @Test func thePlaylistPageAsksBeforeDeletingAPlaylist() async throws {
        try await ExploreStage.with { (stage) async throws in
            try await stage.connect()
            let number = try number(await stage.stage.send(.post, Self.path, body("Night", [100_001]), as: .listener))
            let page = "/library/playlists/soundcloud:playlists:\(number)"
            let asked = await stage.stage.page(page).text
            #expect(asked.contains("<details class=\"confirm\"><summary class=\"button grave\">Delete"))
            #expect(asked.contains("action=\"\(page)/deletion\""))
            let done = await stage.stage.post(page + "/deletion")
            #expect(done.status == 303 && done.fields["Location"] == "/library/playlists?notice=playlist-deleted")
            #expect(stage.cloud.standIn.world.playlist(number) == nil)
            // A playlist of another account has no delete button.
            #expect(!(await stage.stage.page("/library/playlists/5001").text.contains("/deletion")))
        }
    }

    @Test func aPlaylistOfAnotherAccountCannotBeDeleted() async throws {
        try await ExploreStage.with { (stage) async throws in
            try await stage.connect()
            #expect(await stage.stage.send(.get, "/api/v1/playlists/5001", as: .listener).status == 200)
            let answer = await stage.stage.send(.delete, "/api/v1/playlists/5001", as: .listener)
            #expect(answer.status == 409 && answer["code"] as? String == "not-your-playlist")
            #expect(stage.cloud.standIn.world.playlist(5001) != nil)
        }
    }

    @Test func aPlaylistOfAnotherAccountCannotBeReplaced() async throws {
        try await ExploreStage.with { (stage) async throws in
            try await stage.connect()
            // SoundCloud refuses a change of a playlist that is not stored; this server refuses a change of a stored playlist.
            #expect(await stage.stage.send(.put, "/api/v1/playlists/5001", body("X", []), as: .listener).status == 404)
            #expect(await stage.stage.send(.get, "/api/v1/playlists/5001", as: .listener).status == 200)
            let answer = await stage.stage.send(.put, "/api/v1/playlists/5001", body("X", []), as: .listener)
            #expect(answer.status == 409 && answer["code"] as? String == "not-your-playlist")
            #expect(stage.cloud.standIn.world.playlist(5001)?.title != "X")
        }
    }

    @Test func aPlaylistChangeThatFailsOnSoundCloudIsNotStored() async throws {
        try await ExploreStage.with { (stage) async throws in
            #expect(
                await stage.stage.send(.post, Self.path, body("X", []), as: .listener)["code"] as? String
                    == "not-connected")
            try await stage.connect()
            let number = try number(
                await stage.stage.send(.post, Self.path, body("First", [100_001]), as: .listener))
            let refused = await stage.stage.send(
                .put, "/api/v1/playlists/\(number)", body("Second", [999_999]), as: .listener)
            #expect(refused.status == 409 && refused["code"] as? String == "upstream-refused", "\(refused.text)")
            #expect(
                await stage.stage.send(.post, Self.path, body("Third", [999_999]), as: .listener)["code"] as? String
                    == "upstream-refused")
            for fault in [StandInFault.serverError, .limited] {
                stage.failRequests(fault)
                let answer = await stage.stage.send(
                    .put, "/api/v1/playlists/\(number)", body("Second", [100_002]), as: .listener)
                #expect(answer.status == 503, "\(answer.text)")
            }
            stage.repair()
            let own = await stage.stage.send(.get, Self.path, as: .listener)
            #expect(own.objects("items").map { $0["title"] as? String } == ["First"])
            #expect(await tracks(of: number, stage) == ["soundcloud:tracks:100001"])
        }
    }

    @Test func aPlaylistIsNotCreatedAgainAfterATruncatedAnswerOfSoundCloud() async throws {
        try await ExploreStage.with { (stage) async throws in
            try await stage.connect()
            let before = stage.cloud.standIn.world.own.count
            stage.failRequests(.truncated)
            let answer = await stage.stage.send(.post, Self.path, body("Once", [100_001]), as: .listener)
            #expect(answer.status == 503 && answer["code"] as? String == "playlist-unconfirmed", "\(answer.text)")
            #expect(stage.cloud.standIn.world.own.count == before + 1)
            #expect(stage.cloud.standIn.log.filter { $0.hasPrefix("POST") }.count == 1)
            // The requested sync finds the playlist; the sync of the first access is already running.
            let queued = try await stage.stage.database.sql(
                "select count(*) from app.library_sync where state in ('queued', 'running')")
            #expect(queued == "1")
            // A request refused by the rate limit has certainly created nothing.
            stage.failRequests(.limited)
            let busy = await stage.stage.send(.post, Self.path, body("Later", []), as: .listener)
            #expect(busy["code"] as? String == "upstream-busy")
        }
    }

    @Test(arguments: [
        (#"{"title": " "}"#, ["/title"]), (#"{"title": "a\nb"}"#, ["/title"]),
        (#"{"title": "a", "tracks": ["x", "soundcloud:tracks:1", "soundcloud:users:1"]}"#, ["/tracks/0", "/tracks/2"]),
    ])
    func invalidPlaylistsAreRefused(body: String, faults: [String]) async throws {
        try await ExploreStage.with { (stage) async throws in
            #expect(await stage.stage.send(.post, Self.path, body, as: .listener).faults == faults)
            let replaced = await stage.stage.send(.put, "/api/v1/playlists/1", body, as: .listener)
            #expect(replaced.status == 422)
        }
    }

    @Test func missingOrTooManyTracksOfAPlaylistAreRefused() async throws {
        try await ExploreStage.with { (stage) async throws in
            let answer = await stage.stage.send(.put, "/api/v1/playlists/1", #"{"title": "a"}"#, as: .listener)
            #expect(answer.faults == ["/tracks"])
            let many = body("a", Array(1...501))
            #expect(await stage.stage.send(.post, Self.path, many, as: .listener).faults == ["/tracks"])
        }
    }
}
