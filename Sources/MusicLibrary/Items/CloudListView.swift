import Postgres
import Web

/// A user whom the listener follows, as JSON.
struct FollowingView: Encodable, Sendable {
    let user: CloudUserView
    /// The time at which this server first stored the follow, after a sync or a follow by the listener on this server.
    let firstSeenAt: Instant
}

/// An entry of the stream as JSON.
struct StreamEntryView: Encodable, Sendable {
    let kind: String
    /// The way in which the entry came into the stream: `post` or `repost` (spec L5).
    let via: String
    let createdAt: Instant
    let track: TrackView?
    let playlist: CloudPlaylistView?
    /// The user who reposted the entry; `nil` for a post, or if SoundCloud does not name the user.
    let reposter: CloudUserView?

    /// Creates the JSON of an entry, or returns `nil` if the item was deleted after the page was read.
    init?(_ entry: StreamEntry, _ items: CloudItemStore.Items) {
        track = entry.track.flatMap { items.tracks[$0] }.map { TrackView($0) }
        playlist = entry.playlist.flatMap { items.playlists[$0] }.map { CloudPlaylistView($0) }
        guard track != nil || playlist != nil else { return nil }
        kind = track == nil ? "playlist" : "track"
        via = entry.via
        createdAt = entry.happenedAt
        reposter = entry.reposter.flatMap { items.users[$0] }.map { CloudUserView($0) }
    }
}

/// The response of `getCloudUser`.
package struct CloudUserProfileView: Encodable, Sendable {
    package let user: CloudUserView
    package let fullName: String
    package let description: String
    package let city: String
    package let country: String
    package let trackCount: Int32
    package let playlistCount: Int32
    package let followerCount: Int64
    let followingCount: Int32
    /// Whether the listener follows the user.
    package let isFollowed: Bool

    package init(row: Row) throws(PostgresError) {
        user = CloudUserView(try CloudUserItem(row: row))
        fullName = try row("full_name")
        description = try row("description")
        city = try row("city")
        country = try row("country")
        trackCount = try row("track_count")
        playlistCount = try row("playlist_count")
        followerCount = try row("follower_count")
        followingCount = try row("following_count")
        isFollowed = try row("is_followed")
    }
}

/// The response of `getProfile`: the listener's SoundCloud profile and the sections of the profile page.
struct ProfileView: Encodable, Sendable {
    /// The profile of the connected account; `nil` if no account is connected or the SoundCloud user is unknown.
    let user: CloudUserProfileView?
    let sections: [Section]

    struct Section: Encodable, Sendable {
        let id: String
        let count: Int64
        let link: String
    }
}

/// The response of `getCloudPlaylist`: a playlist and a page of the playlist's tracks.
struct CloudPlaylistTracksView: Encodable, Sendable {
    let playlist: CloudPlaylistView
    /// The time at which the tracks were last read from SoundCloud; `nil` if the tracks have never been read.
    let tracksReadAt: Instant?
    let items: [Item]
    let next: String?

    struct Item: Encodable, Sendable {
        /// The position of the track in the playlist, from 0.
        let position: Int64
        let track: TrackView
    }
}

/// A page of a user's tracks or playlists as JSON.
struct CloudUserListView<Item: Encodable & Sendable>: Encodable, Sendable {
    let items: [Item]
    /// The `cursor` of the next page; `nil` on the last page.
    let next: String?
    /// Whether the items come from this server's store, because SoundCloud could not be reached, no account is connected or no application is
    /// configured. Items may then be missing.
    let isStored: Bool
}
