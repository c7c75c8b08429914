import Web

/// A playlist on SoundCloud. In lists, a playlist may lack some or all of its tracks.
public struct CloudPlaylist: Sendable, Hashable {
    public let urn: CloudURN
    public let title: String
    /// The user who created the playlist.
    public let user: CloudUser
    public var about: String?
    public var labelName: String?
    public var genre: String?
    /// The type of release as SoundCloud sends it, such as "album", "ep", "single" or "compilation"; `nil` if SoundCloud sends none.
    public var type: String?
    public var durationMs: Int64?
    /// The number of tracks that SoundCloud states, or the number of tracks that could be read if SoundCloud states none.
    public var trackCount: Int64
    public var createdAt: Instant?
    public var modifiedAt: Instant?
    public var permalink: String?
    public var artwork: String?
    public var isPublic: Bool
    /// The tracks in playlist order. Tracks that could not be read are listed in `faults` instead.
    public var tracks: [CloudTrack]
    public var faults: [CloudFault] = []

    public init(urn: CloudURN, title: String, user: CloudUser, tracks: [CloudTrack] = []) {
        self.urn = urn
        self.title = title
        self.user = user
        self.tracks = tracks
        trackCount = Int64(tracks.count)
        isPublic = true
    }
}

extension CloudPlaylist: Decodable {
    private enum Key: String, CodingKey {
        case urn, id, title, user, description, genre, duration, sharing, tracks
        case labelName = "label_name"
        case type = "playlist_type"
        case trackCount = "track_count"
        case createdAt = "created_at"
        case modifiedAt = "last_modified"
        case permalink = "permalink_url"
        case artwork = "artwork_url"
    }

    /// Decodes a playlist. Throws `DecodingError` if the URN or the user is missing or invalid; all other members are optional. Long texts are cut.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        urn = try members.urn(.urn, orNumber: .id, of: .playlist)
        title = members.text(.title, limit: 1000) ?? ""
        user = try members.decode(CloudUser.self, forKey: .user)
        about = members.text(.description)
        labelName = members.text(.labelName, limit: 1000)
        genre = members.text(.genre, limit: 500)
        type = members.text(.type, limit: 100)
        durationMs = members.number(.duration)
        createdAt = members.instant(.createdAt)
        modifiedAt = members.instant(.modifiedAt)
        permalink = members.address(.permalink)
        artwork = members.address(.artwork)
        isPublic = members.lenient(.sharing, as: String.self) != "private"
        let list = members.lenient(.tracks, as: CloudList<CloudTrack>.self)
        tracks = list?.items ?? []
        faults = list?.faults ?? []
        trackCount = members.number(.trackCount) ?? Int64(tracks.count)
    }
}
