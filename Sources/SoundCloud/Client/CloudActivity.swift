import Web

/// An entry of the account's feed (`/me/feed`): a track or playlist that a followed user published or reposted.
public struct CloudActivity: Sendable, Hashable {
    public let subject: CloudSubject
    /// The time of the publication or repost; `nil` if SoundCloud sends no valid time.
    public let createdAt: Instant?
    public let isRepost: Bool
    /// The user who reposted the entry; `nil` for an original post or if SoundCloud names no user.
    public let reposter: CloudURN?
    /// The profile of the reposting user; `nil` for an original post or if SoundCloud sends no profile.
    public let reposterUser: CloudUser?

    public init(subject: CloudSubject, createdAt: Instant?, isRepost: Bool = false, reposter: CloudURN? = nil) {
        self.subject = subject
        self.createdAt = createdAt
        self.isRepost = isRepost
        self.reposter = reposter
        reposterUser = nil
    }
}

/// A track or a playlist, which users can publish, like and repost.
public enum CloudSubject: Sendable, Hashable {
    case track(CloudTrack)
    case playlist(CloudPlaylist)

    public var urn: CloudURN {
        switch self {
        case .track(let track): track.urn
        case .playlist(let playlist): playlist.urn
        }
    }
}

extension CloudSubject: Decodable {
    private enum Key: CodingKey { case kind, urn }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        let kind = members.lenient(.kind, as: String.self)
        let urn = members.lenient(.urn, as: String.self).flatMap { CloudURN($0) }
        switch urn?.kind ?? (kind == "playlist" ? .playlist : .track) {
        case .playlist: self = .playlist(try CloudPlaylist(from: decoder))
        default: self = .track(try CloudTrack(from: decoder))
        }
    }
}

extension CloudActivity: Decodable {
    private enum Key: String, CodingKey {
        case type, origin, reposter, user
        case createdAt = "created_at"
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        subject = try members.decode(CloudSubject.self, forKey: .origin)
        createdAt = members.instant(.createdAt)
        let named = members.lenient(.reposter, as: CloudUser.self) ?? members.lenient(.user, as: CloudUser.self)
        let reposter = members.lenient(.reposter, as: String.self).flatMap { CloudURN($0, of: .user) } ?? named?.urn
        isRepost = members.lenient(.type, as: String.self)?.hasSuffix("repost") ?? (reposter != nil)
        self.reposter = isRepost ? reposter : nil
        reposterUser = isRepost ? named : nil
    }
}

/// The item to which an address on SoundCloud's website refers.
public enum CloudResource: Sendable, Hashable {
    case track(CloudTrack)
    case playlist(CloudPlaylist)
    case user(CloudUser)
}

extension CloudResource: Decodable {
    private enum Key: CodingKey { case kind, urn }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        let urn = members.lenient(.urn, as: String.self).flatMap { CloudURN($0) }
        if members.lenient(.kind, as: String.self) == "user" || urn?.kind == .user {
            self = .user(try CloudUser(from: decoder))
        } else {
            switch try CloudSubject(from: decoder) {
            case .track(let track): self = .track(track)
            case .playlist(let playlist): self = .playlist(playlist)
            }
        }
    }
}

/// The temporary stream addresses of a track, as SoundCloud offers them since August 2026. The server never stores the addresses (spec L39).
public struct CloudStreams: Sendable, Hashable, Codable {
    /// The address of the HLS stream with AAC at 160 kbit/s, which is the preferred format; `nil` if the track has none.
    public var hlsAAC160: String?
    /// The address of the HLS stream with AAC at 96 kbit/s; `nil` if the track has none.
    public var hlsAAC96: String?
    /// The address of the MP3 preview of 30 seconds at 128 kbit/s; `nil` if the track has none.
    public var previewMP3128: String?

    /// The names in SoundCloud's JSON.
    public enum CodingKeys: String, CodingKey {
        case hlsAAC160 = "hls_aac_160_url"
        case hlsAAC96 = "hls_aac_96_url"
        case previewMP3128 = "preview_mp3_128_url"
    }

    /// Returns the address of the stream in a quality; `nil` if the track has no such stream.
    public subscript(_ quality: AudioQuality) -> String? {
        switch quality {
        case .aac160: hlsAAC160
        case .aac96: hlsAAC96
        case .preview: previewMP3128
        }
    }
}
