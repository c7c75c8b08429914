import Postgres
import Web

/// Somebody whom the listener follows, as JSON.
struct FollowingView: Encodable, Sendable {
    let user: CloudUserView
    /// When this server saw it first.
    let firstSeenAt: Instant
}

/// An entry of the stream as JSON.
struct StreamEntryView: Encodable, Sendable {
    let kind: String
    /// Whether it was posted by its maker or passed on (spec L5).
    let via: String
    let createdAt: Instant
    let track: CloudTrackView?
    let playlist: CloudPlaylistView?
    /// Who passed it on, where SoundCloud says.
    let reposter: CloudUserView?

    /// `nil` where it is gone since the page was read.
    init?(_ entry: StreamEntry, _ items: CloudItemStore.Items) {
        track = entry.track.flatMap { items.tracks[$0] }.map { CloudTrackView($0) }
        playlist = entry.playlist.flatMap { items.playlists[$0] }.map { CloudPlaylistView($0) }
        guard track != nil || playlist != nil else { return nil }
        kind = track == nil ? "playlist" : "track"
        via = entry.via
        createdAt = entry.happenedAt
        reposter = entry.reposter.flatMap { items.users[$0] }.map { CloudUserView($0) }
    }
}

/// What `getCloudUser` answers.
struct CloudUserProfileView: Encodable, Sendable {
    let user: CloudUserView
    let fullName: String
    let description: String
    let city: String
    let country: String
    let trackCount: Int32
    let playlistCount: Int32
    let followerCount: Int64
    let followingCount: Int32
    /// Whether the listener follows.
    let isFollowed: Bool

    init(row: Row) throws(PostgresError) {
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

/// What `getProfile` answers: who one is at SoundCloud, and the sections of one's own page.
struct ProfileView: Encodable, Sendable {
    /// `nil` where no account is connected.
    let user: CloudUserProfileView?
    let sections: [Section]

    struct Section: Encodable, Sendable {
        let id: String
        let count: Int64
        let link: String
    }
}

/// What `getCloudPlaylist` answers: a playlist and a page of its tracks.
struct CloudPlaylistTracksView: Encodable, Sendable {
    let playlist: CloudPlaylistView
    /// When its tracks were read; absent as long as only the playlist itself is known.
    let tracksReadAt: Instant?
    let items: [Item]
    let nextCursor: String?

    struct Item: Encodable, Sendable {
        /// From 0.
        let position: Int64
        let track: CloudTrackView
    }
}

/// A page of a list as JSON.
struct CloudListView<Item: Encodable & Sendable>: Encodable, Sendable {
    let items: [Item]
    /// `cursor` of the page that follows; none after the last.
    let nextCursor: String?
}

/// A page of what a user has, as JSON.
struct CloudUserListView<Item: Encodable & Sendable>: Encodable, Sendable {
    let items: [Item]
    /// `cursor` of the page that follows; none after the last.
    let nextCursor: String?
    /// Whether the items come from this server alone because SoundCloud does not answer. Some may then be missing.
    let isStored: Bool
}
