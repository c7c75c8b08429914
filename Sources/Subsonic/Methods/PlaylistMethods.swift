import MusicLibrary

extension SubsonicRoutes {
    func getPlaylists(_ call: Call) async throws -> Reply {
        if let name = call.parameters.text("username"), name.lowercased() != call.client.login.lowercased() {
            throw SubsonicError.notAllowed("an account is told of its own playlists only")
        }
        let shown = try await playlists.playlists(of: call.listener, login: call.client.login)
        return .one("playlists", Element([], [.many("playlist", shown.map { $0.element() })]))
    }

    func getPlaylist(_ call: Call) async throws -> Reply {
        guard
            let found = try await playlists.playlist(call.id(), of: call.listener, login: call.client.login)
        else { throw SubsonicError.notFound }
        let tracks = try await songs.songs(found.tracks, of: call.listener)
        return .one("playlist", found.playlist.element(tracks))
    }

    /// Playlists are SoundCloud's; they are made and changed there or on the pages.
    func readOnly(_ call: Call) async throws -> Reply {
        throw SubsonicError.notAllowed("playlists are kept at SoundCloud, and read here")
    }
}
