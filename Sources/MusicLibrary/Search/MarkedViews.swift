import Web

/// A track of SoundCloud as JSON, with what it is to the listener: the members of `CloudTrackView` and a few more.
struct MarkedTrackView: Encodable, Sendable {
    let track: CloudTrackView
    /// Where the listener has it; `nil` where it was not added.
    let shelf: LibraryTrack.Shelf?
    /// Whether the listener follows whoever uploaded it.
    let isUploaderFollowed: Bool
    /// post or repost, in lists that have both (spec L5).
    let via: String?

    init(_ track: CloudTrackItem, key: Int64, _ marks: ListenerMarks, via: String? = nil) {
        self.track = CloudTrackView(track)
        shelf = marks.shelves[key]
        isUploaderFollowed = marks.followed.contains(track.user.urn)
        self.via = via
    }

    private enum Key: CodingKey { case shelf, isUploaderFollowed, via }

    func encode(to encoder: any Encoder) throws {
        try track.encode(to: encoder)
        var members = encoder.container(keyedBy: Key.self)
        try members.encodeIfPresent(shelf, forKey: .shelf)
        try members.encode(isUploaderFollowed, forKey: .isUploaderFollowed)
        try members.encodeIfPresent(via, forKey: .via)
    }
}

/// A user of SoundCloud as JSON, and whether the listener follows.
struct MarkedUserView: Encodable, Sendable {
    let user: CloudUserView
    let isFollowed: Bool

    init(_ user: CloudUserItem, _ marks: ListenerMarks) {
        self.user = CloudUserView(user)
        isFollowed = marks.followed.contains(user.urn)
    }

    private enum Key: CodingKey { case isFollowed }

    func encode(to encoder: any Encoder) throws {
        try user.encode(to: encoder)
        var members = encoder.container(keyedBy: Key.self)
        try members.encode(isFollowed, forKey: .isFollowed)
    }
}

/// A playlist of SoundCloud as JSON, and whether it is the account's own.
struct MarkedPlaylistView: Encodable, Sendable {
    let playlist: CloudPlaylistView
    let isOwn: Bool

    init(_ playlist: CloudPlaylistItem, key: Int64, _ marks: ListenerMarks) {
        self.playlist = CloudPlaylistView(playlist)
        isOwn = marks.own.contains(key)
    }

    private enum Key: CodingKey { case isOwn }

    func encode(to encoder: any Encoder) throws {
        try playlist.encode(to: encoder)
        var members = encoder.container(keyedBy: Key.self)
        try members.encode(isOwn, forKey: .isOwn)
    }
}
