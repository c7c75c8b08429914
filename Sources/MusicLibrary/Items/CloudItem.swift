import FoundationEssentials
import Postgres
import SoundCloud
import Web

/// A SoundCloud user as shown in lists.
package struct CloudUserItem: Sendable, Hashable {
    package let urn: CloudURN
    package let name: String
    package let permalink: String
    let avatar: String

    package init(row: Row) throws(PostgresError) {
        urn = try row("user_urn")
        name = try row("username")
        permalink = try row("user_permalink")
        avatar = try row("avatar_url")
    }
}

/// A SoundCloud track as shown in lists.
package struct CloudTrackItem: Sendable, Hashable {
    package let urn: CloudURN
    package let title: String
    let metadataArtist: String
    let label: String
    let genre: String
    package let durationMs: Int32
    package let uploadedAt: Instant?
    /// The access to the track: "playable", "preview", "blocked" or "gone".
    package let access: String
    package let permalink: String
    let artwork: String
    /// The uploader, who need not be the artist.
    package let user: CloudUserItem
    /// Whether the listener likes the track.
    package let isLiked: Bool

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
package struct CloudPlaylistItem: Sendable, Hashable {
    package let urn: CloudURN
    package let title: String
    package let about: String
    package let kind: String
    package let label: String
    let genre: String
    package let isPublic: Bool
    package let trackCount: Int32
    package let durationMs: Int64
    package let createdAt: Instant?
    package let permalink: String
    let artwork: String
    /// The picture of the first track that has one, among the first 20 tracks, if the playlist itself has none; otherwise `nil`. Only pages show this
    /// picture.
    var trackCover: Cover?
    package let user: CloudUserItem
    /// Whether the listener likes the playlist.
    package let isLiked: Bool

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
        createdAt = try row.optional("made_at", as: Date.self).map { Instant($0) }
        permalink = try row("permalink_url")
        artwork = try row("artwork_url")
        user = try CloudUserItem(row: row)
        isLiked = try row("is_liked")
    }
}
