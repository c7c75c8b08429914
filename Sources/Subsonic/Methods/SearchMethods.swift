import MusicLibrary
import Web

extension SubsonicRoutes {
    func search2(_ call: Call) async throws -> Reply {
        let found = try await found(call)
        return .one(
            "searchResult2",
            Element(
                [],
                [
                    .many(
                        "artist",
                        found.artists.map { Element([("id", ItemID.artist($0.id).value), ("name", .text($0.name))]) }),
                    .many("album", found.albums.map(\.folder)), .many("song", found.songs.map(\.element)),
                ]))
    }

    /// Searches artists, albums and songs. An empty query returns the whole library in pages, so that apps can copy it (OpenSubsonic, search3). A
    /// page has 20 elements of each kind by default, and at most 2,000.
    func search3(_ call: Call) async throws -> Reply {
        let found = try await found(call)
        return .one(
            "searchResult3",
            Element(
                [],
                [
                    .many("artist", found.artists.map { $0.element() }),
                    .many("album", found.albums.map { $0.element() }), .many("song", found.songs.map(\.element)),
                ]))
    }

    private struct Found: Sendable {
        var artists: [Artist] = []
        var albums: [Album] = []
        var songs: [Song] = []
    }

    private func found(_ call: Call) async throws -> Found {
        let parameters = call.parameters
        func part(_ name: String) throws(SubsonicError) -> AlbumList.Part {
            AlbumList.Part(
                limit: try parameters.number(name + "Count", 20, in: 0...2_000),
                offset: try parameters.number(name + "Offset", 0, in: 0...10_000_000))
        }
        guard let query = parameters.text("query") else { throw SubsonicError.missing("query") }
        let (artistPart, albumPart, songPart) = (try part("artist"), try part("album"), try part("song"))
        var found = Found()
        // Some apps send quotation marks, asterisks or spaces to request everything; other punctuation finds nothing.
        let words = Self.patterns(query)
        guard !words.isEmpty || query.allSatisfy({ "\"'* ".contains($0) }) else { return found }
        let listener = call.listener
        if artistPart.limit > 0 {
            found.artists = try await artists.artists(
                matching: words, artistPart.limit, artistPart.offset, of: listener)
        }
        if albumPart.limit > 0 {
            found.albums = try await albums.albums(AlbumList.matching(words, albumPart, listener), of: listener)
        }
        if songPart.limit > 0 {
            found.songs = try await songs.songs(
                SongStore.matching(words, songPart.limit, songPart.offset, listener), of: listener)
        }
        return found
    }

    /// Returns at most ten words of the query as SQL patterns, folded like the sort keys of names, omitting "the" if there are other words. Words
    /// have only letters and digits, so they need no escaping.
    static func patterns(_ query: String) -> [String] {
        let words = Folding.words(of: query)
        let significant = words.filter { $0 != "the" }
        return (significant.isEmpty ? words : significant).prefix(10).map { "%\($0)%" }
    }
}
