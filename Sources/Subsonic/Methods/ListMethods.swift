import MusicLibrary
import Web

extension SubsonicRoutes {
    func getAlbumList(_ call: Call) async throws -> Reply {
        .one("albumList", Element([], [.many("album", try await albums(call).map(\.folder))]))
    }

    func getAlbumList2(_ call: Call) async throws -> Reply {
        .one("albumList2", Element([], [.many("album", try await albums(call).map { $0.element() })]))
    }

    private func albums(_ call: Call) async throws -> [Album] {
        let parameters = call.parameters
        let type = try parameters.required("type")
        guard let order = AlbumList.Order(rawValue: type) else {
            throw SubsonicError.invalid(
                "type",
                "must be alphabeticalByName, alphabeticalByArtist, newest, recent, frequent, random, byYear, byGenre, "
                    + "highest or starred, found \"\(type.prefix(100))\"")
        }
        var part = AlbumList.Part(
            limit: try parameters.number("size", 10, in: 0...500),
            offset: try parameters.number("offset", 0, in: 0...Self.farthest))
        switch order {
        case .byYear:
            guard let first = try parameters.number("fromYear") else { throw SubsonicError.missing("fromYear") }
            guard let last = try parameters.number("toYear") else { throw SubsonicError.missing("toYear") }
            (part.firstYear, part.lastYear) = (first, last)
        case .byGenre: part.genre = try parameters.required("genre")
        default: break
        }
        guard let selection = AlbumList.selection(order, part, call.listener) else { return [] }
        return try await albums.albums(selection, of: call.listener)
    }

    private static var farthest: Int { 10_000_000 }

    func getRandomSongs(_ call: Call) async throws -> Reply {
        let parameters = call.parameters
        let found = try await songs.songs(
            SongStore.random(
                parameters.number("size", 10, in: 0...500),
                genre: parameters.text("genre").flatMap { $0.isEmpty ? nil : $0 },
                from: parameters.number("fromYear") ?? 0, to: parameters.number("toYear") ?? 0, call.listener),
            of: call.listener)
        return .one("randomSongs", Element([], [.many("song", found.map(\.element))]))
    }

    func getSongsByGenre(_ call: Call) async throws -> Reply {
        let parameters = call.parameters
        let found = try await songs.songs(
            SongStore.ofGenre(
                parameters.required("genre"), parameters.number("count", 10, in: 0...500),
                parameters.number("offset", 0, in: 0...Self.farthest), call.listener), of: call.listener)
        return .one("songsByGenre", Element([], [.many("song", found.map(\.element))]))
    }

    // MARK: - Stars

    /// Returns the tracks that the listener likes, most recent like first, also outside the library. Artists and albums cannot be starred.
    func getStarred(_ call: Call) async throws -> Reply { try await starred(call, "starred") }

    func getStarred2(_ call: Call) async throws -> Reply { try await starred(call, "starred2") }

    private func starred(_ call: Call, _ name: String) async throws -> Reply {
        let liked = try await songs.songs(SongStore.starred(call.listener), of: call.listener)
        return .one(
            name, Element([], [.many("artist", []), .many("album", []), .many("song", liked.map(\.element))]))
    }

    func star(_ call: Call) async throws -> Reply { try await setStars(true, call) }

    func unstar(_ call: Call) async throws -> Reply { try await setStars(false, call) }

    /// Stores or removes likes and queues the changes for SoundCloud. Throws the following errors before it changes anything: error 50 for an album
    /// or artist, which SoundCloud does not have, error 70 for an unknown item, and error 0 if no SoundCloud account is connected. Each item has its
    /// own transaction, so an internal error (500) can leave some items changed.
    private func setStars(_ isStarred: Bool, _ call: Call) async throws -> Reply {
        let parameters = call.parameters
        guard parameters.all("albumId").isEmpty, parameters.all("artistId").isEmpty else {
            throw SubsonicError.notAllowed(
                "albums and artists cannot be starred or unstarred: send the ID of a track or playlist")
        }
        let ids = parameters.all("id")
        guard !ids.isEmpty else { throw SubsonicError.missing("id") }
        let items = try ids.map { text throws(SubsonicError) in
            switch ItemID(text) {
            case .track(let urn), .episode(let urn), .playlist(let urn): return urn
            case .artist, .album:
                throw .notAllowed(
                    "albums and artists cannot be starred or unstarred: send the ID of a track or playlist")
            default: throw .notFound
            }
        }
        try await likes.set(isStarred, items, of: call.listener)
        return .done
    }

    // MARK: - Listening history

    /// Stores listens in one transaction, or with `submission=false` only announces the last track as the one that is playing. The values of `time`,
    /// in milliseconds since 1970, belong to the tracks in `id` in order. A track without a time gets the current time, and is ignored if it was
    /// reported shortly before (`ListenStore.record`). Throws error 70 for an unknown track, and error 0 for an invalid time.
    func scrobble(_ call: Call) async throws -> Reply {
        let parameters = call.parameters
        let ids = parameters.all("id")
        guard !ids.isEmpty else { throw SubsonicError.missing("id") }
        let urns = try ids.map { text throws(SubsonicError) in
            switch ItemID(text) {
            case .track(let urn), .episode(let urn): return urn
            default: throw .notFound
            }
        }
        let now = Instant.now
        let times = try parameters.all("time").map { text throws(SubsonicError) in
            // The clock of the app may be up to 1 day ahead.
            guard let time = Int64(text), (0...now.milliseconds + 86_400_000).contains(time) else {
                throw .invalid(
                    "time",
                    "must be a time in milliseconds since 1970, at most one day in the future, found \"\(text.prefix(100))\""
                )
            }
            return Instant(milliseconds: time)
        }
        let keys = try await songs.keys(urns, in: call.listener.tenant)
        let reported = try urns.enumerated().map { index, urn throws(SubsonicError) in
            guard let key = keys[urn] else { throw .notFound }
            return ListenStore.HeardTrack(track: key, at: index < times.count ? times[index] : nil)
        }
        if try parameters.flag("submission", true) {
            try await listens.record(reported, client: call.program, for: call.listener)
        } else if let track = urns.last {
            announcer?.announce(track, of: call.listener)
        }
        return .done
    }
}
