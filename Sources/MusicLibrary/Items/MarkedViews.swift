import SoundCloud
import Web

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

/// A SoundCloud playlist as JSON, and whether the playlist belongs to the listener's SoundCloud account.
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
