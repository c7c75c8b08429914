import Testing
import WebTestSupport

@testable import MusicLibrary
@testable import Subsonic

struct PlaylistTests {
    /// Creates a playlist of three tracks and returns its identifier.
    private func made(_ stage: SubsonicStage) async throws -> String {
        let made = await stage.call("createPlaylist", "name=Evening&songId=tr-100001&songId=tr-100003&songId=tr-100002")
        #expect(made.isOK, "\(made.text)")
        let playlist = made.element("playlist")
        #expect(playlist["name"] as? String == "Evening" && playlist["readonly"] as? Bool == false)
        return try #require(playlist["id"] as? String)
    }

    private func titles(_ stage: SubsonicStage, _ id: String) async -> [String] {
        await stage.call("getPlaylist", "id=\(id)").texts("playlist", "entry", "title")
    }

    @Test func aPlaylistIsCreatedOnSoundCloud() async throws {
        try await SubsonicStage.with(isConnected: true) { stage in
            let id = try await made(stage)
            #expect(await titles(stage, id) == ["Paper Lanterns", "Öre & Ära", "Salt Road"])
            #expect(stage.standIn.log.contains { $0.hasPrefix("POST /playlists") })
            #expect(await stage.call("getPlaylists").texts("playlists", "playlist", "id") == [id])
        }
    }

    @Test func theNameTheCommentAndTheTracksOfAPlaylistCanBeChanged() async throws {
        try await SubsonicStage.with(isConnected: true) { stage in
            let id = try await made(stage)
            let change = "playlistId=\(id)&name=Night&comment=Late&songIndexToRemove=1&songIdToAdd=tr-100005"
            #expect(await stage.call("updatePlaylist", change).isOK)
            #expect(await titles(stage, id) == ["Paper Lanterns", "Salt Road", "Episode 14"])
            let playlist = await stage.call("getPlaylist", "id=\(id)").element("playlist")
            #expect(playlist["name"] as? String == "Night" && playlist["comment"] as? String == "Late")
            // Replaces all tracks, as apps do to change the order.
            #expect(await stage.call("createPlaylist", "playlistId=\(id)&songId=tr-100002").isOK)
            #expect(await titles(stage, id) == ["Salt Road"])
        }
    }

    @Test(arguments: [
        ("songIndexToRemove=3", 0), ("songIndexToRemove=x", 0), ("songIdToAdd=ar-1", 70), ("public=perhaps", 0),
    ])
    func anInvalidPlaylistChangeIsRefused(change: String, code: Int) async throws {
        try await SubsonicStage.with(isConnected: true) { stage in
            let id = try await made(stage)
            #expect(await stage.call("updatePlaylist", "playlistId=\(id)&\(change)").code == code)
            #expect(await titles(stage, id).count == 3)
            #expect(await stage.call("createPlaylist", "songId=tr-100001").code == 10)
            #expect(await stage.call("updatePlaylist", "playlistId=dc-1&name=x").code == 50)
            #expect(await stage.call("updatePlaylist", "playlistId=pl-999999&name=x").code == 70)
        }
    }

    @Test func aPlaylistIsDeletedOnSoundCloudAndInTheLibrary() async throws {
        try await SubsonicStage.with(isConnected: true) { stage in
            let id = try await made(stage)
            #expect(await stage.call("deletePlaylist", "id=\(id)").isOK)
            #expect(stage.standIn.log.contains { $0.hasPrefix("DELETE /playlists") })
            #expect(await stage.call("getPlaylists").texts("playlists", "playlist", "id") == [])
            #expect(await stage.call("deletePlaylist", "id=\(id)").code == 70)
            #expect(await stage.call("deletePlaylist", "id=dc-1").code == 50)
        }
    }

    @Test func withoutASoundCloudAccountNoPlaylistIsCreated() async throws {
        try await SubsonicStage.with { stage in
            #expect(await stage.call("createPlaylist", "name=Evening").code == 0)
        }
    }
}
