import Postgres
import Web

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An album of the library, or an artist's tracks that belong to no album.
struct Album: Sendable, Hashable {
    static let singles = "Singles"

    let key: AlbumKey
    let title: String
    /// The artist; `nil` for a compilation.
    let artist: String?
    let artistID: Int64?
    let songs: Int64
    let durationMs: Int64
    let createdAt: Instant
    let year: Int64?
    let genre: String?
    let labels: [String]
    let plays: Int64
    let playedAt: Instant?
}

extension Album: RowDecodable {
    init(row: Row) throws(PostgresError) {
        artistID = try row.optional("artist_id")
        let album: Int64? = try row.optional("album_id")
        key = AlbumKey(album: album, artist: artistID ?? 0)
        title = try row.optional("title") ?? Self.singles
        artist = try row.optional("artist")
        songs = try row("songs")
        durationMs = try row("duration_ms")
        createdAt = Instant(try row("created_at", as: Date.self))
        year = try row.optional("year", as: Int64.self)
        genre = try row.optional("genre")
        labels = try row("labels")
        plays = try row("plays")
        playedAt = try row.optional("played_at", as: Date.self).map { Instant($0) }
    }
}

extension Album {
    private static let various = "Various Artists"

    /// Returns the album as an `AlbumID3`, or with `tracks` as an `AlbumID3WithSongs`.
    func element(_ tracks: [Song]? = nil) -> Element {
        Element(
            [
                ("id", key.id.value), ("name", .text(title)), ("artist", .text(artist ?? Self.various)),
                ("artistId", artistID.map { ItemID.artist($0).value }), ("coverArt", key.id.value),
                ("songCount", .number(songs)), ("duration", .number(durationMs / 1000)),
                ("playCount", plays > 0 ? .number(plays) : nil), ("created", .text(createdAt.description)),
                ("year", year.map { .number($0) }), ("genre", .init(known: genre)),
                ("played", playedAt.map { .text($0.description) }), ("displayArtist", .text(artist ?? Self.various)),
                ("isCompilation", .flag(artistID == nil)),
            ],
            [
                .many("genres", genre.map { [Element([("name", .text($0))])] } ?? []),
                .many("recordLabels", labels.map { Element([("name", .text($0))]) }),
                .many("artists", artistElements),
            ] + (tracks.map { [.many("song", $0.map(\.element))] } ?? []))
    }

    /// The album as a `Child` folder, for apps that browse by folder.
    var folder: Element {
        Element(
            [
                ("id", key.id.value), ("parent", artistID.map { ItemID.artist($0).value } ?? ItemID.folder.value),
                ("isDir", true), ("title", .text(title)), ("name", .text(title)), ("album", .text(title)),
                ("artist", .text(artist ?? Self.various)), ("year", year.map { .number($0) }),
                ("genre", .init(known: genre)), ("coverArt", key.id.value), ("duration", .number(durationMs / 1000)),
                ("created", .text(createdAt.description)),
                ("artistId", artistID.map { ItemID.artist($0).value }), ("songCount", .number(songs)),
                ("mediaType", "album"),
            ])
    }

    private var artistElements: [Element] {
        guard let artistID, let artist else { return [] }
        return [Element([("id", ItemID.artist(artistID).value), ("name", .text(artist))])]
    }
}
