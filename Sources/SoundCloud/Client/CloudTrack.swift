import Web

/// A track on SoundCloud.
public struct CloudTrack: Sendable, Hashable {
    /// The account's access to the track: the whole track, only a preview, or nothing.
    public enum Access: String, Sendable, Hashable, CaseIterable, Codable {
        case playable, preview, blocked
    }

    public let urn: CloudURN
    public let title: String
    /// The uploader, who is not necessarily the artist.
    public let user: CloudUser
    /// The artist field of the upload, which is not always reliable; `nil` if missing or empty.
    public var metadataArtist: String?
    public var labelName: String?
    /// The name of the release that contains the track; `nil` if SoundCloud sends none.
    public var release: String?
    public var isrc: String?
    /// The duration in milliseconds; 0 if SoundCloud sends none.
    public var durationMs: Int64
    public var access: Access
    /// The time of the upload; `nil` if SoundCloud sends no valid time.
    public var createdAt: Instant?
    public var genre: String?
    public var tags: String?
    public var about: String?
    public var permalink: String?
    public var artwork: String?
    public var waveform: String?
    public var purchaseURL: String?
    public var licence: String?
    public var isDownloadable: Bool
    public var beatsPerMinute: Double?
    public var keySignature: String?
    public var playCount: Int64?
    public var likeCount: Int64?
    public var repostCount: Int64?
    /// Whether the requesting account likes the track; `nil` if unknown.
    public var isLiked: Bool?

    public init(urn: CloudURN, title: String, user: CloudUser, durationMs: Int64, access: Access = .playable) {
        self.urn = urn
        self.title = title
        self.user = user
        self.durationMs = durationMs
        self.access = access
        isDownloadable = false
    }
}

extension CloudTrack: Decodable {
    private enum Key: String, CodingKey {
        case urn, id, title, user, release, isrc, duration, access, genre, license, bpm, description, streamable
        case metadataArtist = "metadata_artist"
        case labelName = "label_name"
        case createdAt = "created_at"
        case tags = "tag_list"
        case permalink = "permalink_url"
        case artwork = "artwork_url"
        case waveform = "waveform_url"
        case purchase = "purchase_url"
        case downloadable
        case keySignature = "key_signature"
        case plays = "playback_count"
        case likes = "favoritings_count"
        case likesOfUsers = "likes_count"
        case reposts = "reposts_count"
        case isLiked = "user_favorite"
        case userID = "user_id"
    }

    /// Decodes a track. Throws `DecodingError` if the URN or the user is missing or invalid; all other members are optional. Long texts are cut.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        urn = try members.urn(.urn, orNumber: .id, of: .track)
        title = members.text(.title, limit: 1000) ?? ""
        user = try members.decode(CloudUser.self, forKey: .user)
        metadataArtist = members.text(.metadataArtist, limit: 1000)
        labelName = members.text(.labelName, limit: 1000)
        release = members.text(.release, limit: 1000)
        isrc = members.text(.isrc, limit: 40)
        durationMs = max(0, members.number(.duration) ?? 0)
        // Old data has no `access`, but a flag for whether the track can be streamed.
        access =
            members.lenient(.access, as: String.self).flatMap(Access.init(rawValue:))
            ?? (members.lenient(.streamable) == false ? .blocked : .playable)
        createdAt = members.instant(.createdAt)
        genre = members.text(.genre, limit: 500)
        tags = members.text(.tags, limit: 4000)
        about = members.text(.description)
        permalink = members.address(.permalink)
        artwork = members.address(.artwork)
        waveform = members.address(.waveform)
        purchaseURL = members.address(.purchase)
        licence = members.text(.license, limit: 200)
        isDownloadable = members.lenient(.downloadable) ?? false
        beatsPerMinute = members.lenient(.bpm, as: Double.self)
        keySignature = members.text(.keySignature, limit: 50)
        playCount = members.number(.plays)
        likeCount = members.number(.likes) ?? members.number(.likesOfUsers)
        repostCount = members.number(.reposts)
        isLiked = members.lenient(.isLiked)
    }
}
