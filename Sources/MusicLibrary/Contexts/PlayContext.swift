import SoundCloud
import Web

/// A list of tracks that players play in order, identified by a name such as "artist:12", "likes:title" or
/// "playlist:soundcloud:playlists:34" (spec L10, L11, L16, L21).
///
/// Nothing follows the last track, not even related tracks. `description` is the canonical name. The parser also accepts a number alone in place of a
/// URN.
public struct PlayContext: Sendable, Hashable, CustomStringConvertible {
    let source: Source

    /// The source of a context's tracks, such as an album or the listener's likes.
    package enum Source: Sendable, Hashable {
        case songs, podcasts, discover
        case artist(Int64), album(Int64), label(Int64), station(Int64)
        case likes(LikedItem.Order)
        case likesOfUser(CloudURN)
        case stream(Include)
        case playlist(CloudURN), user(CloudURN), track(CloudURN)
    }

    /// The part of the stream that a context contains (spec L5).
    package enum Include: String, Sendable, Hashable, CaseIterable {
        case all, posts, reposts
    }

    package init(_ source: Source) { self.source = source }

    /// Parses the name of a context, such as "album:12" or "stream:posts". Returns `nil` if the name is not valid.
    public init?(_ name: some StringProtocol) {
        let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let rest = parts.count > 1 ? parts[1] : nil
        guard let word = parts.first, let source = rest.map({ Self.source(word, $0) }) ?? Self.source(word) else {
            return nil
        }
        self.source = source
    }

    private static func source(_ word: some StringProtocol) -> Source? {
        switch word {
        case "songs": .songs
        case "podcasts": .podcasts
        case "discover": .discover
        case "stream": .stream(.all)
        default: nil
        }
    }

    private static func source(_ word: some StringProtocol, _ rest: some StringProtocol) -> Source? {
        func id(_ make: (Int64) -> Source) -> Source? { LibraryTrack.ID(rest).map { make($0.rawValue) } }
        switch word {
        case "artist": return id(Source.artist)
        case "album": return id(Source.album)
        case "label": return id(Source.label)
        case "station": return id(Source.station)
        case "playlist": return CloudURN(rest, of: .playlist).map(Source.playlist)
        case "user": return CloudURN(rest, of: .user).map(Source.user)
        case "track": return CloudURN(rest, of: .track).map(Source.track)
        case "stream":
            guard let include = Include(rawValue: String(rest)), include != .all else { return nil }
            return .stream(include)
        case "likes":
            if let order = LikedItem.Order(rawValue: String(rest)) { return .likes(order) }
            guard rest.hasPrefix("user:") else { return nil }
            return CloudURN(rest.dropFirst(5), of: .user).map(Source.likesOfUser)
        default: return nil
        }
    }

    /// The name of the context, such as "album:12", with complete URNs.
    public var description: String {
        switch source {
        case .songs: "songs"
        case .podcasts: "podcasts"
        case .discover: "discover"
        case .artist(let id): "artist:\(id)"
        case .album(let id): "album:\(id)"
        case .label(let id): "label:\(id)"
        case .station(let id): "station:\(id)"
        case .likes(let order): "likes:\(order.rawValue)"
        case .likesOfUser(let urn): "likes:user:\(urn)"
        case .stream(.all): "stream"
        case .stream(let include): "stream:\(include.rawValue)"
        case .playlist(let urn): "playlist:\(urn)"
        case .user(let urn): "user:\(urn)"
        case .track(let urn): "track:\(urn)"
        }
    }

    /// Whether a repeated track is played only once, at its first position. The value is `true` for likes and the stream, and `false` for
    /// all other contexts.
    var playsOnce: Bool {
        switch source {
        case .likes, .likesOfUser, .stream: true
        default: false
        }
    }
}
