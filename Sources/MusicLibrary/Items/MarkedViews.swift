import SoundCloud
import Web

/// A SoundCloud track as JSON with the listener's marks: the members of `CloudTrackView` and additional members.
package struct MarkedTrackView: Encodable, Sendable {
    package let track: CloudTrackView
    /// The location of the track; `nil` if the listener has not added the track.
    package let shelf: LibraryTrack.Location?
    /// Whether the listener follows the uploader.
    package let isUploaderFollowed: Bool
    /// The kind of the entry, `post` or `repost`, in lists that contain both (spec L5); `nil` in other lists.
    let via: String?

    init(_ track: CloudTrackItem, key: Int64, _ marks: ListenerMarks, via: String? = nil) {
        self.track = CloudTrackView(track)
        shelf = marks.locations[key]
        isUploaderFollowed = marks.followed.contains(track.user.urn)
        self.via = via
    }

    private enum Key: CodingKey { case shelf, isUploaderFollowed, via }

    package func encode(to encoder: any Encoder) throws {
        try track.encode(to: encoder)
        var members = encoder.container(keyedBy: Key.self)
        try members.encodeIfPresent(shelf, forKey: .shelf)
        try members.encode(isUploaderFollowed, forKey: .isUploaderFollowed)
        try members.encodeIfPresent(via, forKey: .via)
    }
}

/// A SoundCloud user as JSON, and whether the listener follows the user.
package struct MarkedUserView: Encodable, Sendable {
    package let user: CloudUserView
    package let isFollowed: Bool

    init(_ user: CloudUserItem, _ marks: ListenerMarks) {
        self.user = CloudUserView(user)
        isFollowed = marks.followed.contains(user.urn)
    }

    private enum Key: CodingKey { case isFollowed }

    package func encode(to encoder: any Encoder) throws {
        try user.encode(to: encoder)
        var members = encoder.container(keyedBy: Key.self)
        try members.encode(isFollowed, forKey: .isFollowed)
    }
}

/// A SoundCloud playlist as JSON, and whether the playlist belongs to the listener's account.
package struct MarkedPlaylistView: Encodable, Sendable {
    package let playlist: CloudPlaylistView
    package let isOwn: Bool

    init(_ playlist: CloudPlaylistItem, key: Int64, _ marks: ListenerMarks) {
        self.playlist = CloudPlaylistView(playlist)
        isOwn = marks.own.contains(key)
    }

    private enum Key: CodingKey { case isOwn }

    package func encode(to encoder: any Encoder) throws {
        try playlist.encode(to: encoder)
        var members = encoder.container(keyedBy: Key.self)
        try members.encode(isOwn, forKey: .isOwn)
    }
}
