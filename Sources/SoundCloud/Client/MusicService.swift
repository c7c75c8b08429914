/// A music service such as SoundCloud, with the operations of its public API (spec L39). Tracks cannot be downloaded; stream addresses are temporary.
///
/// Functions throw `CloudError`, the error of the token source, or `CancellationError`.
public protocol MusicService: Sendable {
    /// Returns the user to whom the token belongs.
    func me(as tokens: any TokenSource) async throws -> CloudUser

    /// Returns one page of a list: the first page if `after` is `nil`, otherwise the page at the cursor of the previous page.
    func tracks(_ list: TrackList, after: CloudCursor?, as tokens: any TokenSource) async throws -> CloudPage<
        CloudTrack
    >
    func playlists(
        _ list: PlaylistList, after: CloudCursor?, as tokens: any TokenSource
    ) async throws -> CloudPage<CloudPlaylist>
    func users(_ list: UserList, after: CloudCursor?, as tokens: any TokenSource) async throws -> CloudPage<CloudUser>
    /// Returns one page of the posts and reposts of followed users. `after` selects the page as for the lists.
    func feed(after: CloudCursor?, as tokens: any TokenSource) async throws -> CloudPage<CloudActivity>

    /// Returns the same service with pages of `size` elements, or of the nearest size that the service supports.
    func paged(by size: Int) -> any MusicService

    func track(_ urn: CloudURN, as tokens: any TokenSource) async throws -> CloudTrack
    func playlist(_ urn: CloudURN, as tokens: any TokenSource) async throws -> CloudPlaylist
    func user(_ urn: CloudURN, as tokens: any TokenSource) async throws -> CloudUser
    /// Returns the temporary stream addresses of a track. Each call counts towards the service's daily limit; throws `throttled` at the limit.
    func streams(of track: CloudURN, as tokens: any TokenSource) async throws -> CloudStreams
    /// Returns the address to which the address `stream` redirects, or `stream` if it does not redirect. The result works without a token.
    func openAddress(of stream: String, as tokens: any TokenSource) async throws -> String
    /// Returns the item to which an address on the service's website refers. Throws `notFound` if there is none.
    func resolve(_ address: String, as tokens: any TokenSource) async throws -> CloudResource

    /// Likes or unlikes a track or a playlist. The operation is idempotent: unliking an item that the account does not like succeeds.
    func setLike(_ isLiked: Bool, of subject: CloudURN, as tokens: any TokenSource) async throws
    /// Follows or unfollows a user. The operation is idempotent: unfollowing a user whom the account does not follow succeeds.
    func setFollowing(_ isFollowed: Bool, of user: CloudURN, as tokens: any TokenSource) async throws
    /// Creates a playlist, and returns it as the service stored it. After `unavailable`, the playlist may exist nevertheless, so a retry may create
    /// a second playlist.
    func createPlaylist(_ draft: CloudPlaylistDraft, as tokens: any TokenSource) async throws -> CloudPlaylist
    /// Replaces the title, visibility and tracks of a playlist, and its description if the draft has one. Returns the playlist as the service stored
    /// it.
    func replacePlaylist(
        _ urn: CloudURN, with draft: CloudPlaylistDraft, as tokens: any TokenSource
    ) async throws -> CloudPlaylist
    /// Deletes a playlist of the account. Succeeds if the playlist does not exist.
    func deletePlaylist(_ urn: CloudURN, as tokens: any TokenSource) async throws
}

extension MusicService {
    /// Returns the service itself, for services with a fixed page size.
    public func paged(by size: Int) -> any MusicService { self }
}

/// A list of tracks.
public enum TrackList: Sendable, Hashable {
    /// The tracks that the account likes, newest like first.
    case liked
    /// The tracks that the account uploaded.
    case own
    /// The tracks that the account reposted.
    case reposted
    /// The last 25 tracks that the account played.
    case recentlyPlayed
    case uploads(of: CloudURN)
    case likes(of: CloudURN)
    case reposts(of: CloudURN)
    case related(to: CloudURN)
    case search(String)
}

/// A list of playlists.
public enum PlaylistList: Sendable, Hashable {
    case liked
    case own
    case reposted
    case made(by: CloudURN)
    case likes(of: CloudURN)
    case search(String)
}

/// A list of users.
public enum UserList: Sendable, Hashable {
    case followed
    case followings(of: CloudURN)
    case related(to: CloudURN)
    case search(String)
}

/// The content of a playlist to create or replace.
public struct CloudPlaylistDraft: Sendable, Hashable {
    public var title: String
    /// The description; `nil` to send none, so that an existing description stays.
    public var about: String?
    public var isPublic: Bool
    public var tracks: [CloudURN]

    public init(title: String, about: String? = nil, isPublic: Bool = false, tracks: [CloudURN] = []) {
        self.title = title
        self.about = about
        self.isPublic = isPublic
        self.tracks = tracks
    }
}

/// An access token. The description of a value does not contain the token.
public struct AccessToken: Sendable, Hashable, CustomStringConvertible {
    public let text: String
    public var description: String { "(token)" }

    public init(_ text: String) { self.text = text }
}

/// A source of tokens for requests: an account's connection, or the application itself.
public protocol TokenSource: Sendable {
    func token() async throws -> AccessToken
    /// Returns a token that replaces a refused token. Throws `CloudError.grantLost` if there is no other token.
    func token(after refused: AccessToken) async throws -> AccessToken
}
