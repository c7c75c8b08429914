import SoundCloud
import Web

/// A SoundCloud user as JSON. The member `origin` marks the name as coming from SoundCloud, not from the library (spec L38).
package struct CloudUserView: Encodable, Sendable {
    let origin = "soundcloud"
    package let urn: CloudURN
    package let name: String
    let permalinkUrl: String?
    let avatarUrl: String?
    let links: Links

    /// The paths of the user's profile and lists.
    struct Links: Encodable, Sendable {
        let user: String
        let tracks: String
        let playlists: String
    }

    init(_ user: CloudUserItem) {
        urn = user.urn
        name = user.name
        permalinkUrl = user.permalink.ifAny
        avatarUrl = user.avatar.ifAny
        let path = "/api/v1/users/\(user.urn)"
        links = Links(user: path, tracks: path + "/tracks", playlists: path + "/playlists")
    }
}

/// A SoundCloud track as JSON.
package struct CloudTrackView: Encodable, Sendable {
    let origin = "soundcloud"
    package let urn: CloudURN
    package let title: String
    let metadataArtist: String?
    let label: String?
    let genre: String?
    package let durationMs: Int64
    let uploadedAt: Instant?
    package let access: String
    let permalinkUrl: String?
    let artworkUrl: String?
    package let user: CloudUserView
    package let isLiked: Bool

    init(_ track: CloudTrackItem) {
        urn = track.urn
        title = track.title
        metadataArtist = track.metadataArtist.ifAny
        label = track.label.ifAny
        genre = track.genre.ifAny
        durationMs = Int64(track.durationMs)
        uploadedAt = track.uploadedAt
        access = track.access
        permalinkUrl = track.permalink.ifAny
        artworkUrl = track.artwork.ifAny
        user = CloudUserView(track.user)
        isLiked = track.isLiked
    }
}

/// A SoundCloud playlist as JSON.
package struct CloudPlaylistView: Encodable, Sendable {
    let origin = "soundcloud"
    package let urn: CloudURN
    package let title: String
    let description: String?
    let kind: String?
    let label: String?
    let genre: String?
    let isPublic: Bool
    package let trackCount: Int64
    package let durationMs: Int64
    let createdAt: Instant?
    let permalinkUrl: String?
    let artworkUrl: String?
    package let user: CloudUserView
    package let isLiked: Bool
    let links: Links
    /// The path of the playlist's cover on this server, for pages, which is not part of the JSON; `nil` for a playlist without one.
    package let cover: String?

    private enum CodingKeys: CodingKey {
        case origin, urn, title, description, kind, label, genre, isPublic, trackCount, durationMs, createdAt
        case permalinkUrl, artworkUrl, user, isLiked, links
    }

    /// The API path of the playlist, at which clients get the playlist's tracks.
    struct Links: Encodable, Sendable { let playlist: String }

    init(_ playlist: CloudPlaylistItem) {
        urn = playlist.urn
        title = playlist.title
        description = playlist.about.ifAny
        kind = playlist.kind.ifAny
        label = playlist.label.ifAny
        genre = playlist.genre.ifAny
        isPublic = playlist.isPublic
        trackCount = Int64(playlist.trackCount)
        durationMs = playlist.durationMs
        createdAt = playlist.createdAt
        permalinkUrl = playlist.permalink.ifAny
        artworkUrl = playlist.artwork.ifAny
        user = CloudUserView(playlist.user)
        isLiked = playlist.isLiked
        links = Links(playlist: "/api/v1/playlists/\(playlist.urn)")
        cover = playlist.cover()
    }
}

extension String {
    /// The text itself; `nil` if the text is empty.
    fileprivate var ifAny: String? { isEmpty ? nil : self }
}
