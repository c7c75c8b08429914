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
        self.init(user.urn, name: user.name, permalink: user.permalink, avatar: user.avatar)
    }

    /// Creates the JSON of a user. Empty addresses are omitted.
    init(_ urn: CloudURN, name: String, permalink: String = "", avatar: String = "") {
        (self.urn, self.name) = (urn, name)
        (permalinkUrl, avatarUrl) = (permalink.ifAny, avatar.ifAny)
        let path = "/api/v1/users/\(urn)"
        links = Links(user: path, tracks: path + "/tracks", playlists: path + "/playlists")
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
    var ifAny: String? { isEmpty ? nil : self }
}
