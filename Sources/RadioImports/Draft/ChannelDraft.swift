import Radio

/// A channel as a source has it.
public struct ChannelDraft: Draft {
    public static let kind: StaticString = "channel"

    /// What the source calls it; the same in every file of one source.
    public var key: String
    /// The name in addresses; made of the name where the source has none.
    public var slug: String? = nil
    /// Whether a channel that is there with this slug, of another source or made by hand, is meant by it: that channel is
    /// then referred to and not changed.
    public var isKnownBySlug: Bool = false
    public var name: String
    public var shortName: String = ""
    public var description: String = ""
    public var language: String = ""
    public var website: String? = nil
    /// "#ed2e38".
    public var colour: String? = nil
    /// The tenant's where the source says nothing.
    public var timeZone: String? = nil
    public var number: Int32? = nil
    /// Keys of categories, the primary one first.
    public var categories: [String] = []
    /// Keys of genres.
    public var genres: [String] = []
    public var bearers: [Bearer] = []
    public var art: ArtDraft? = nil
    public var isInactive: Bool = false
    /// Only mentioned by another item: it is made where nobody knows it yet, and changes nothing of one that is there.
    public var isMention: Bool = false

    public init(key: String, name: String) {
        self.key = key
        self.name = name
    }
}
