import SoundCloud
import Web

/// A like as JSON.
struct LikeView: Encodable, Sendable {
    let kind: String
    /// The time at which this server first stored the like, after a sync or a like by the listener on this server. SoundCloud does not provide the
    /// time of a like.
    let firstSeenAt: Instant
    let track: TrackView?
    let playlist: CloudPlaylistView?
    let links: Links

    /// The paths of the user, the user's playlists, the likes of the user's items, and the liked playlist, which is `nil` for a track (spec L20).
    struct Links: Encodable, Sendable {
        let user: String
        let userPlaylists: String
        let likesOfUser: String
        let playlist: String?
    }

    /// Creates the JSON of a like, or returns `nil` if the item was deleted after the page was read.
    init?(_ like: LikedItem, _ items: CloudItemStore.Items) {
        track = like.track.flatMap { items.tracks[$0] }.map { TrackView($0) }
        playlist = like.playlist.flatMap { items.playlists[$0] }.map { CloudPlaylistView($0) }
        guard let user = track?.uploader ?? playlist?.user else { return nil }
        kind = track == nil ? "playlist" : "track"
        firstSeenAt = like.firstSeenAt
        links = Links(
            user: user.links.user, userPlaylists: user.links.playlists,
            likesOfUser: "/api/v1/me/likes/users/\(user.urn)", playlist: playlist?.links.playlist)
    }
}

/// A user whose tracks or playlists the listener likes, with the numbers of liked tracks and playlists, as JSON.
struct LikedUserView: Encodable, Sendable {
    let user: CloudUserView
    let trackCount: Int64
    let playlistCount: Int64
    let links: Links

    struct Links: Encodable, Sendable { let likes: String }

    init?(_ liked: LikedUser, _ items: CloudItemStore.Items) {
        guard let user = items.users[liked.position.id] else { return nil }
        self.user = CloudUserView(user)
        trackCount = liked.tracks
        playlistCount = liked.playlists
        links = Links(likes: "/api/v1/me/likes/users/\(user.urn)")
    }
}
