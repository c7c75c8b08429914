import Radio

/// A channel as read from a source.
public struct ChannelDraft: Draft {
    public static let kind: StaticString = "channel"

    public var key: String
    /// The name in URLs; `nil` to derive it from `name`.
    public var slug: String? = nil
    /// Whether the draft stands for the existing channel with the same slug, which the import does not change. If no channel has the slug, the import
    /// creates the channel.
    public var isKnownBySlug: Bool = false
    public var name: String
    public var shortName: String = ""
    public var description: String = ""
    public var language: String = ""
    public var website: String? = nil
    /// The colour in hexadecimal, such as "#ed2e38".
    public var colour: String? = nil
    /// The IANA time zone; `nil` if unknown (see `ImportOptions.timeZone`).
    public var timeZone: String? = nil
    public var number: Int32? = nil
    /// The keys of the categories, primary category first.
    public var categories: [String] = []
    public var genres: [String] = []
    public var bearers: [Bearer] = []
    public var art: ArtDraft? = nil
    public var isInactive: Bool = false
    public var isMention: Bool = false
}
