import MusicLibrary
import SoundCloud
import Web

extension SubsonicRoutes {
    func getPlaylists(_ call: Call) async throws -> Reply {
        if let name = call.parameters.text("username"), LoginName(name) != LoginName(call.client.login) {
            throw SubsonicError.notAllowed("you can only read your own playlists")
        }
        let shown = try await playlists.playlists(of: call.listener, login: call.client.login)
        return .one("playlists", Element([], [.many("playlist", shown.map { $0.element() })]))
    }

    func getPlaylist(_ call: Call) async throws -> Reply { try await shown(call.id(), call) }

    private func shown(_ id: ItemID, _ call: Call) async throws -> Reply {
        guard let found = try await playlists.playlist(id, of: call.listener, login: call.client.login) else {
            throw SubsonicError.notFound
        }
        let tracks = try await songs.songs(found.tracks, of: call.listener)
        return .one("playlist", found.playlist.element(tracks))
    }

    /// Creates a playlist on SoundCloud, or with `playlistId` replaces its tracks and, if `name` is not empty, its name. Returns the playlist. Throws
    /// error 50 for Discover, error 70 for an unknown playlist or track, and error 0 for another account's playlist and for a change that is invalid
    /// or that SoundCloud does not confirm. After an unconfirmed creation the playlist may exist, so a retry could create a second one.
    func createPlaylist(_ call: Call) async throws -> Reply {
        let parameters = call.parameters
        let tracks = try Self.tracks(parameters.all("songId"))
        guard let text = parameters.text("playlistId"), !text.isEmpty else {
            let title = try parameters.required("name")
            let urn = try await made.make(CloudPlaylistDraft(title: title, tracks: tracks), for: call.listener)
            return try await shown(.playlist(urn), call)
        }
        let urn = try Self.changeable(text)
        try await made.change(urn, for: call.listener) { draft in
            draft.tracks = tracks
            if let title = parameters.text("name"), !title.isEmpty { draft.title = title }
        }
        return try await shown(.playlist(urn), call)
    }

    /// Changes the name, comment or visibility of a playlist, removes tracks by index, counted from 0, and appends tracks. An empty `name` changes
    /// nothing; an empty `comment` removes the comment. Throws the errors of `createPlaylist(_:)`, and error 0 if indexes are given and the tracks
    /// have changed on SoundCloud. After an unconfirmed change, SoundCloud may have changed the playlist.
    func updatePlaylist(_ call: Call) async throws -> Reply {
        let parameters = call.parameters
        let urn = try Self.changeable(try parameters.required("playlistId"))
        let added = try Self.tracks(parameters.all("songIdToAdd"))
        let isPublic = try parameters.text("public") == nil ? nil : parameters.flag("public", false)
        let places = try Set(
            parameters.all("songIndexToRemove").map { text throws(SubsonicError) in
                guard let place = Int(text), place >= 0 else {
                    throw .invalid(
                        "songIndexToRemove", "must be a whole number from 0, found \"\(text.prefix(100))\"")
                }
                return place
            })
        let known = places.isEmpty ? [] : try await order(of: urn, call)
        try await made.change(urn, for: call.listener) { draft in
            guard places.isEmpty || draft.tracks == known else {
                throw SubsonicError(.generic, "the playlist has changed on SoundCloud: load the playlist again")
            }
            let indexes = draft.tracks.indices
            if let place = places.filter({ !indexes.contains($0) }).min() {
                throw SubsonicError.invalid(
                    "songIndexToRemove",
                    "must be less than the number of tracks in the playlist (\(indexes.count)), found \(place)")
            }
            draft.tracks = draft.tracks.enumerated().filter { !places.contains($0.offset) }.map(\.element) + added
            if let title = parameters.text("name"), !title.isEmpty { draft.title = title }
            if let about = parameters.text("comment") { draft.about = about }
            if let isPublic { draft.isPublic = isPublic }
        }
        return .done
    }

    private func order(of urn: CloudURN, _ call: Call) async throws -> [CloudURN] {
        let found = try await playlists.playlist(.playlist(urn), of: call.listener, login: call.client.login)
        guard let found else { throw SubsonicError.notFound }
        return try await songs.songs(found.tracks, of: call.listener).map(\.urn)
    }

    private static func tracks(_ ids: [String]) throws(SubsonicError) -> [CloudURN] {
        var urns: [CloudURN] = []
        for id in ids {
            switch ItemID(id) {
            case .track(let urn), .episode(let urn): urns.append(urn)
            default: throw .notFound
            }
        }
        return urns
    }

    private static func changeable(_ text: String) throws(SubsonicError) -> CloudURN {
        switch ItemID(text) {
        case .playlist(let urn): return urn
        case .discover:
            throw .notAllowed(
                "the playlist Discover is read-only; to change its tracks, choose another starting track at "
                    + "/library/discover")
        default: throw .notFound
        }
    }

    /// Deletes one of the account's own playlists on SoundCloud and then on this server for all listeners. Throws error 50 for Discover, error 70 for
    /// an unknown playlist, and error 0 for another account's playlist or if SoundCloud does not confirm the deletion. An unconfirmed deletion leaves
    /// the playlist on this server, but SoundCloud may have deleted it.
    func deletePlaylist(_ call: Call) async throws -> Reply {
        try await made.delete(try Self.changeable(try call.parameters.required("id")), for: call.listener)
        return .done
    }
}
