/// The upstream music service as the library uses it. SoundCloud is the first; a test has one of its own.
///
/// Only what a service offers to everybody is here (spec L39): nothing is downloaded, and a stream is an address that is
/// good for a short while.
public protocol MusicService: Sendable {
    /// Whose token it is.
    func me(as tokens: any TokenSource) async throws -> CloudUser

    /// A page of a list, from its beginning or from where a page before said that it goes on.
    func tracks(_ list: TrackList, after: CloudCursor?, as tokens: any TokenSource) async throws -> CloudPage<
        CloudTrack
    >
    func playlists(
        _ list: PlaylistList, after: CloudCursor?, as tokens: any TokenSource
    ) async throws -> CloudPage<CloudPlaylist>
    func users(_ list: UserList, after: CloudCursor?, as tokens: any TokenSource) async throws -> CloudPage<CloudUser>
    func feed(after: CloudCursor?, as tokens: any TokenSource) async throws -> CloudPage<CloudActivity>

    /// The same service, asked for so many elements a page.
    func paged(by size: Int) -> any MusicService

    func track(_ urn: CloudURN, as tokens: any TokenSource) async throws -> CloudTrack
    func playlist(_ urn: CloudURN, as tokens: any TokenSource) async throws -> CloudPlaylist
    func user(_ urn: CloudURN, as tokens: any TokenSource) async throws -> CloudUser
    /// Those of them that are there, in no order.
    func tracks(named urns: [CloudURN], as tokens: any TokenSource) async throws -> [CloudTrack]
    /// Where it can be heard for a short while.
    func streams(of track: CloudURN, as tokens: any TokenSource) async throws -> CloudStreams
    /// Where one of those leads for whoever has no token.
    func openAddress(of stream: String, as tokens: any TokenSource) async throws -> String
    /// What an address of the service's own site shows.
    func resolve(_ address: String, as tokens: any TokenSource) async throws -> CloudThing

    /// Likes a track or a playlist, or no longer; the same again changes nothing.
    func setLike(_ isLiked: Bool, of subject: CloudURN, as tokens: any TokenSource) async throws
    /// Follows a user, or no longer; the same again changes nothing.
    func setFollowing(_ isFollowed: Bool, of user: CloudURN, as tokens: any TokenSource) async throws
    func createPlaylist(_ draft: CloudPlaylistDraft, as tokens: any TokenSource) async throws -> CloudPlaylist
    func replacePlaylist(
        _ urn: CloudURN, with draft: CloudPlaylistDraft, as tokens: any TokenSource
    ) async throws -> CloudPlaylist
    /// Deletes a playlist of the account; one that is not there is deleted already.
    func deletePlaylist(_ urn: CloudURN, as tokens: any TokenSource) async throws
}

extension MusicService {
    /// A service that has one size of pages.
    public func paged(by size: Int) -> any MusicService { self }
}

/// A list of tracks.
public enum TrackList: Sendable, Hashable {
    /// What the account likes, the newest first.
    case liked
    /// What the account uploaded.
    case own
    /// What the account reposted.
    case reposted
    /// The last 25 that the account heard.
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

/// What a playlist is to be.
public struct CloudPlaylistDraft: Sendable, Hashable {
    public var title: String
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

/// A token as it is sent. Never printed.
public struct AccessToken: Sendable, Hashable, CustomStringConvertible {
    public let text: String
    public var description: String { "(token)" }

    public init(_ text: String) { self.text = text }
}

/// Where calls take their token from: an account's connection, or the application itself.
public protocol TokenSource: Sendable {
    func token() async throws -> AccessToken
    /// Another one than this, which the service refused. Throws `CloudError.grantLost` when there is none.
    func token(after refused: AccessToken) async throws -> AccessToken
}
