import Cryptography
import Postgres
import SoundCloud
import Web

/// A play context with the keys of the tracks to play, in order.
struct PlayList: Sendable, Hashable {
    let context: PlayContext
    let title: String
    let tracks: [Int64]

    /// The maximum number of tracks of a context, before repeated tracks are removed; later tracks are omitted.
    static let most: Int64 = 100_000

    init(_ context: PlayContext, title: String, tracks: [Int64]) {
        self.context = context
        self.title = title
        guard context.playsOnce else {
            self.tracks = tracks
            return
        }
        var seen = Set<Int64>(minimumCapacity: tracks.count)
        self.tracks = tracks.filter { seen.insert($0).inserted }
    }

    /// A digest of the tracks' keys in order, as 24 hexadecimal digits. The digest changes when the list changes. Each access takes O(n) in the
    /// number of tracks.
    var revision: String {
        var hash = SHA256()
        tracks.withUnsafeBytes { hash.update(data: $0) }
        return String(hash.finalize().hexadecimal.prefix(24))
    }
}

/// A track of a context with the data that a player needs.
public struct PlayItem: Sendable, Hashable {
    /// The position of the track in the context, from 0.
    public let index: Int
    public let urn: CloudURN
    /// The title of the filing without the version; the title of the upload if the listener has not added the track.
    let name: String
    /// The version of the filing, such as a remix; `nil` if there is none or the listener has not added the track.
    let version: String?
    /// The location of the track; `nil` if the listener has not added the track.
    let location: LibraryTrack.Location?
    /// The true artist; `nil` if the listener has not added the track to the library or the podcasts.
    public let artist: String?
    public let album: String?
    public let label: String?
    /// The name of the uploader, who is not necessarily the artist.
    public let uploader: String
    let uploaderURN: CloudURN
    /// The uploader's artist field; usually empty and not always reliable.
    public let metadataArtist: String
    public let durationMs: Int64
    /// The access to the track: "playable", "preview", "blocked" or "gone".
    public let access: String
    /// Whether the track can be played, at least as a preview. Players skip tracks that cannot be played.
    public let isPlayable: Bool
    public let artwork: String
    public let permalink: String
    /// The confidence of the filing, from 0 to 1; `nil` if the listener has not added the track.
    public let confidence: Float?

    init(index: Int, row: Row) throws(PostgresError) {
        self.index = index
        urn = try row("urn")
        artist = try row.optional("artist_text")
        version = try row.optional("version", as: String.self)?.ifAny
        let uploadedTitle: String = try row("uploaded_title")
        name = try row.optional("title", as: String.self) ?? uploadedTitle
        location = try row.optional("shelf")
        album = try row.optional("album")
        label = try row.optional("label")
        uploader = try row("username")
        uploaderURN = try row("user_urn")
        metadataArtist = try row("metadata_artist")
        durationMs = Int64(try row("duration_ms", as: Int32.self))
        access = try row("access")
        let isStreamable: Bool = try row("is_streamable")
        isPlayable = isStreamable && (access == "playable" || access == "preview")
        artwork = try row("artwork_url")
        permalink = try row("permalink_url")
        confidence = try row.optional("confidence")
    }
}

/// A range of consecutive tracks of a context.
public struct PlayWindow: Sendable, Hashable {
    public let context: PlayContext
    public let title: String
    /// The number of tracks in the whole context, not only in this window, including tracks that cannot be played.
    public let length: Int
    /// A digest that changes when the tracks of the context or the order of these tracks change.
    public let revision: String
    public let items: [PlayItem]
}

extension PlayItem {
    /// The title, followed by the version, if any, in parentheses.
    public var title: String { version.map { "\(name) (\($0))" } ?? name }

    /// Returns the path of the track's cover; `nil` for a track without one.
    public func cover(_ size: CoverPath.Size = .row) -> String? {
        CoverPath.path(of: urn.description, at: artwork, size)
    }
}
