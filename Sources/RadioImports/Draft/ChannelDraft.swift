import Radio

/// A channel as read from a source.
public struct ChannelDraft: Draft {
    public static let kind: StaticString = "channel"

    /// The source's identifier of the item, the same in every file of the source.
    public var key: String
    /// The name in addresses. If the source has none, it is derived from `name`.
    public var slug: String? = nil
    /// Whether an existing channel with this slug, from another source or created by hand, is this channel. Items then refer
    /// to the existing channel, which is not changed.
    public var isKnownBySlug: Bool = false
    public var name: String
    public var shortName: String = ""
    public var description: String = ""
    public var language: String = ""
    public var website: String? = nil
    /// "#ed2e38".
    public var colour: String? = nil
    /// The IANA time zone; the tenant's if `nil`.
    public var timeZone: String? = nil
    public var number: Int32? = nil
    /// Keys of categories, the primary one first.
    public var categories: [String] = []
    /// Keys of genres.
    public var genres: [String] = []
    public var bearers: [Bearer] = []
    public var art: ArtDraft? = nil
    public var isInactive: Bool = false
    /// Whether another item merely mentions this one. A mention creates a missing row and never changes an existing one.
    public var isMention: Bool = false

    public init(key: String, name: String) {
        self.key = key
        self.name = name
    }
}
