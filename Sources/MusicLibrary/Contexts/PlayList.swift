import Crypto
import Postgres
import Web

/// A context laid out: its tracks by their keys, from the first to the last.
struct PlayList: Sendable, Hashable {
    let context: PlayContext
    let title: String
    let tracks: [Int64]

    /// How many tracks a context has at most; what would stand behind them is not played.
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

    /// Says whether it is still the same list: of the tracks and their order alone, equal on every server.
    var revision: String {
        var hash = SHA256()
        tracks.withUnsafeBytes { hash.update(bufferPointer: $0) }
        return hash.finalize().prefix(12).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

/// A track of a context, as a player shows and plays it.
public struct PlayItem: Sendable, Hashable {
    /// Its place in the context, from 0.
    public let index: Int
    public let urn: String
    /// As the library has it with its version, or as it was uploaded.
    public let title: String
    /// The true artist; `nil` where it is not in the listener's library.
    public let artist: String?
    public let album: String?
    public let label: String?
    /// Whose upload it is, which is not who plays it.
    public let uploader: String
    public let uploaderURN: String
    /// The uploader's own field; empty mostly, and junk at times.
    public let metadataArtist: String
    public let durationMs: Int64
    /// playable, preview, blocked or gone.
    public let access: String
    /// Whether a player may try it; the others it passes over.
    public let isPlayable: Bool
    public let artwork: String
    public let permalink: String
    /// How sure the filing is; `nil` where there is none.
    public let confidence: Float?

    init(index: Int, row: Row) throws(PostgresError) {
        self.index = index
        urn = try row("urn")
        artist = try row.optional("artist_text")
        let version = try row.optional("version", as: String.self) ?? ""
        let uploadedTitle: String = try row("uploaded_title")
        let title = try row.optional("title", as: String.self) ?? uploadedTitle
        self.title = version.isEmpty ? title : "\(title) (\(version))"
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

/// Some tracks of a context, one after the other.
public struct PlayWindow: Sendable, Hashable {
    public let context: PlayContext
    public let title: String
    /// How many tracks the whole context has.
    public let length: Int
    /// Another one when the tracks or their order are others.
    public let revision: String
    public let items: [PlayItem]
}
