import MusicLibrary

extension SubsonicRoutes {
    /// Returns the library as the only folder.
    func getMusicFolders(_ call: Call) async throws -> Reply {
        .one(
            "musicFolders",
            Element(
                [], [.many("musicFolder", [Element([("id", .number(ItemID.folderNumber)), ("name", "Library")])])]))
    }

    /// Returns the artists as folders, or an index without artists if no track was added since `ifModifiedSince`, in milliseconds since 1970. The
    /// removal of a track does not count as a change. Without `ifModifiedSince`, returns all artists.
    func getIndexes(_ call: Call) async throws -> Reply {
        let changedAt = try await artists.lastChange(of: call.listener)
        let known = try call.parameters.number("ifModifiedSince") ?? -1
        let shown = known >= changedAt && changedAt > 0 ? [] : try await artists.artists(of: call.listener)
        return .one(
            "indexes",
            Element(
                [("lastModified", .number(changedAt)), ("ignoredArticles", "The")],
                [Artist.index(shown) { Element([("id", ItemID.artist($0.id).value), ("name", .text($0.name))]) }]))
    }

    func getArtists(_ call: Call) async throws -> Reply {
        let shown = try await artists.artists(of: call.listener)
        return .one(
            "artists", Element([("ignoredArticles", "The")], [Artist.index(shown) { $0.element() }]))
    }

    func getArtist(_ call: Call) async throws -> Reply {
        guard case .artist(let id) = try call.id(), let artist = try await artists.artist(id, of: call.listener) else {
            throw SubsonicError.notFound
        }
        let shown = try await albums.albums(AlbumList.of(artist: id, call.listener), of: call.listener)
        return .one("artist", artist.element([.many("album", shown.map { $0.element() })]))
    }

    func getAlbum(_ call: Call) async throws -> Reply {
        guard case .album(let key) = try call.id(), let album = try await albums.album(key, of: call.listener) else {
            throw SubsonicError.notFound
        }
        return .one("album", album.element(try await tracks(of: key, call)))
    }

    func getSong(_ call: Call) async throws -> Reply {
        guard let song = try await songs.song(call.track(), of: call.listener) else { throw SubsonicError.notFound }
        return .one("song", song.element)
    }

    /// Returns the children of a folder: the albums of an artist, the tracks of an album, or the artists of the library. Throws error 70 for an
    /// unknown `id` or an item of another kind.
    func getMusicDirectory(_ call: Call) async throws -> Reply {
        let id = try call.id()
        func directory(_ name: String, parent: ItemID?, _ children: [Element]) -> Reply {
            .one(
                "directory",
                Element(
                    [("id", id.value), ("parent", parent?.value), ("name", .text(name))], [.many("child", children)])
            )
        }
        switch id {
        case .folder:
            let shown = try await artists.artists(of: call.listener)
            return directory("Library", parent: nil, shown.map(Self.folder))
        case .artist(let key):
            guard let artist = try await artists.artist(key, of: call.listener) else { throw SubsonicError.notFound }
            let shown = try await albums.albums(AlbumList.of(artist: key, call.listener), of: call.listener)
            return directory(artist.name, parent: .folder, shown.map(\.folder))
        case .album(let key):
            guard let album = try await albums.album(key, of: call.listener) else { throw SubsonicError.notFound }
            return directory(
                album.title, parent: album.artistID.map { .artist($0) } ?? .folder,
                try await tracks(of: key, call).map(\.element))
        default: throw SubsonicError.notFound
        }
    }

    private static func folder(_ artist: Artist) -> Element {
        Element(
            [
                ("id", ItemID.artist(artist.id).value), ("parent", ItemID.folder.value), ("isDir", true),
                ("title", .text(artist.name)), ("name", .text(artist.name)), ("artist", .text(artist.name)),
                ("coverArt", ItemID.artist(artist.id).value),
            ])
    }

    private func tracks(of album: AlbumKey, _ call: Call) async throws -> [Song] {
        try await songs.songs(SongStore.tracks(of: album, call.listener), of: call.listener)
    }

    func getGenres(_ call: Call) async throws -> Reply {
        .one("genres", Element([], [.many("genre", try await artists.genres(of: call.listener))]))
    }

    /// Returns an empty element, because the library stores only the names of artists. Throws error 70 for an unknown item.
    func getArtistInfo(_ call: Call) async throws -> Reply {
        try await check(call)
        return .one("artistInfo", Element())
    }

    func getArtistInfo2(_ call: Call) async throws -> Reply {
        try await check(call)
        return .one("artistInfo2", Element())
    }

    /// Returns an empty element, because album lists already contain all known properties. Throws error 70 for an unknown item.
    func getAlbumInfo(_ call: Call) async throws -> Reply {
        try await check(call)
        return .one("albumInfo", Element())
    }

    /// Throws error 70 if `id` is not an artist, an album, a track or the library's folder.
    private func check(_ call: Call) async throws {
        let exists =
            switch try call.id() {
            case .artist(let id): try await artists.artist(id, of: call.listener) != nil
            case .album(let key): try await albums.album(key, of: call.listener) != nil
            case .track(let urn), .episode(let urn): try await songs.song(urn, of: call.listener) != nil
            case .folder: true
            case .station, .playlist, .discover: false
            }
        guard exists else { throw SubsonicError.notFound }
    }

    /// Returns at most `count` tracks of Discover, by default 50 and never more than 500, if the starting track of Discover is the one in `id` or
    /// belongs to the artist or album in `id`; otherwise none. The tracks stay the same until the listener chooses another starting track (spec L24).
    func getSimilarSongs(_ call: Call) async throws -> Reply { try await similar(call, "similarSongs") }

    func getSimilarSongs2(_ call: Call) async throws -> Reply { try await similar(call, "similarSongs2") }

    private func similar(_ call: Call, _ name: String) async throws -> Reply {
        let count = try call.parameters.number("count", 50, in: 0...500)
        let found = try await songs.songs(SongStore.similar(to: call.id(), count, call.listener), of: call.listener)
        return .one(name, Element([], [.many("song", found.map(\.element))]))
    }

    /// Returns at most `count` tracks of the library by the artist named `artist`, by default 50 and never more than 500, most plays by the listener
    /// first; none for an unknown artist. Throws error 10 without `artist`.
    func getTopSongs(_ call: Call) async throws -> Reply {
        let count = try call.parameters.number("count", 50, in: 0...500)
        let artist = try call.parameters.required("artist")
        let found = try await songs.songs(
            SongStore.top(ofArtist: artist, count, call.listener), of: call.listener)
        return .one("topSongs", Element([], [.many("song", found.map(\.element))]))
    }
}
