import Web

/// What may be played from one track to the next, as its name says it (spec L10, L11, L16, L21): "artist:12", "likes:title",
/// "playlist:soundcloud:playlists:34".
///
/// A context is a list with a first and a last track. After the last there is nothing: neither what is alike nor anything else is
/// put behind it. Names are strict, so that one list has one name: what is not in ``grammar`` names nothing.
public struct PlayContext: Sendable, Hashable, CustomStringConvertible {
    let source: Source

    /// Where the tracks come from.
    enum Source: Sendable, Hashable {
        case songs, podcasts, discover
        case artist(Int64), album(Int64), label(Int64), station(Int64)
        case likes(LikedItem.Order)
        case likesOfUser(CloudURN)
        case stream(Include)
        case playlist(CloudURN), user(CloudURN), track(CloudURN)
    }

    /// Which part of the stream (spec L5).
    enum Include: String, Sendable, Hashable, CaseIterable {
        case all, posts, reposts
    }

    /// Every name that there is; ID is the `id` of an entry, URN is that of SoundCloud, or its number alone.
    public static let grammar = [
        "songs", "artist:ID", "album:ID", "label:ID", "podcasts", "station:ID", "likes:recent", "likes:title",
        "likes:artist", "likes:duration", "likes:user", "likes:user:URN", "playlist:URN", "user:URN", "track:URN",
        "stream",
        "stream:posts", "stream:reposts", "discover",
    ]

    init(_ source: Source) { self.source = source }

    /// The context of a name; `nil` for what is none.
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

    /// Its name, with whole URNs.
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

    /// Whether a track is played once, at its first place: where lists of many people's choices are laid together. A playlist and
    /// Discover are played as they were made.
    var playsOnce: Bool {
        switch source {
        case .likes, .likesOfUser, .stream: true
        default: false
        }
    }
}
