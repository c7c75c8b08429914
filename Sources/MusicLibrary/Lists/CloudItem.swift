import FoundationEssentials
import Postgres
import Web

/// A SoundCloud user as shown in lists.
struct CloudUserItem: Sendable, Hashable {
    let urn: CloudURN
    let name: String
    let permalink: String
    let avatar: String

    init(row: Row) throws(PostgresError) {
        urn = try row("user_urn")
        name = try row("username")
        permalink = try row("user_permalink")
        avatar = try row("avatar_url")
    }
}

/// A SoundCloud track as shown in lists.
struct CloudTrackItem: Sendable, Hashable {
    let urn: CloudURN
    let title: String
    let metadataArtist: String
    let label: String
    let genre: String
    let durationMs: Int32
    let uploadedAt: Instant?
    /// Whether the track can be played: playable, preview, blocked or gone.
    let access: String
    let permalink: String
    let artwork: String
    /// The uploader, who need not be the artist.
    let user: CloudUserItem
    /// Whether the listener likes the track.
    let isLiked: Bool

    init(row: Row) throws(PostgresError) {
        urn = try row("urn")
        title = try row("title")
        metadataArtist = try row("metadata_artist")
        label = try row("label_name")
        genre = try row("genre")
        durationMs = try row("duration_ms")
        uploadedAt = try row.optional("uploaded_at", as: Date.self).map { Instant($0) }
        access = try row("access")
        permalink = try row("permalink_url")
        artwork = try row("artwork_url")
        user = try CloudUserItem(row: row)
        isLiked = try row("is_liked")
    }
}

/// A SoundCloud playlist as shown in lists.
struct CloudPlaylistItem: Sendable, Hashable {
    let urn: CloudURN
    let title: String
    let about: String
    let kind: String
    let label: String
    let genre: String
    let isPublic: Bool
    let trackCount: Int32
    let durationMs: Int64
    let madeAt: Instant?
    let permalink: String
    let artwork: String
    let user: CloudUserItem
    /// Whether the listener likes the playlist.
    let isLiked: Bool

    init(row: Row) throws(PostgresError) {
        urn = try row("urn")
        title = try row("title")
        about = try row("description")
        kind = try row("kind")
        label = try row("label_name")
        genre = try row("genre")
        isPublic = try row("is_public")
        trackCount = try row("track_count")
        durationMs = try row("duration_ms")
        madeAt = try row.optional("made_at", as: Date.self).map { Instant($0) }
        permalink = try row("permalink_url")
        artwork = try row("artwork_url")
        user = try CloudUserItem(row: row)
        isLiked = try row("is_liked")
    }
}
