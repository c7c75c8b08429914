import Web

/// A SoundCloud user.
public struct CloudUser: Sendable, Hashable {
    public let urn: CloudURN
    /// The name; empty if SoundCloud sends none.
    public let username: String
    /// The address of the user's page; `nil` if SoundCloud sends none.
    public var permalink: String?
    public var avatar: String?
    public var fullName: String?
    public var city: String?
    public var country: String?
    public var about: String?
    public var followerCount: Int64?
    public var followingCount: Int64?
    public var trackCount: Int64?
    public var playlistCount: Int64?
    public var repostCount: Int64?
    public var likeCount: Int64?
    /// The user's plan at SoundCloud, such as "Free" or "Pro Unlimited"; `nil` if SoundCloud sends none.
    public var plan: String?

    public init(urn: CloudURN, username: String) {
        self.urn = urn
        self.username = username
    }
}

extension CloudUser: Decodable {
    private enum Key: String, CodingKey {
        case urn, id, username, city, country, description, plan
        case permalink = "permalink_url"
        case avatar = "avatar_url"
        case fullName = "full_name"
        case followerCount = "followers_count"
        case followingCount = "followings_count"
        case trackCount = "track_count"
        case playlistCount = "playlist_count"
        case repostCount = "reposts_count"
        case likeCount = "public_favorites_count"
    }

    /// Decodes a user. Throws `DecodingError` if the URN is missing or invalid; all other members are optional. Long texts are cut.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        urn = try members.urn(.urn, orNumber: .id, of: .user)
        username = members.text(.username, limit: 500) ?? ""
        permalink = members.address(.permalink)
        avatar = members.address(.avatar)
        fullName = members.text(.fullName, limit: 500)
        city = members.text(.city, limit: 500)
        country = members.text(.country, limit: 500)
        about = members.text(.description)
        followerCount = members.number(.followerCount)
        followingCount = members.number(.followingCount)
        trackCount = members.number(.trackCount)
        playlistCount = members.number(.playlistCount)
        repostCount = members.number(.repostCount)
        likeCount = members.number(.likeCount)
        plan = members.text(.plan, limit: 100)
    }
}
