import Radio

/// A channel as read from a source.
public struct ChannelDraft: Draft {
    public static let kind: StaticString = "channel"

    /// The item's identifier in the source, which is the same in all files of the source.
    public var key: String
    /// The name in URLs; `nil` to derive it from `name`.
    public var slug: String? = nil
    /// Whether the draft refers to the existing channel with this slug, from another source or created manually, if there is one. Items
    /// then refer to that channel, which is not changed.
    public var isKnownBySlug: Bool = false
    public var name: String
    public var shortName: String = ""
    public var description: String = ""
    public var language: String = ""
    public var website: String? = nil
    /// The colour in hexadecimal, such as "#ed2e38"; `nil` if unknown.
    public var colour: String? = nil
    /// The IANA time zone; `nil` if unknown (see `ImportOptions.timeZone`).
    public var timeZone: String? = nil
    public var number: Int32? = nil
    /// The keys of the channel's categories, primary category first.
    public var categories: [String] = []
    /// The keys of the channel's genres.
    public var genres: [String] = []
    public var bearers: [Bearer] = []
    public var art: ArtDraft? = nil
    public var isInactive: Bool = false
    /// Whether the source only mentions the channel in another item. A mention creates a missing row but never changes an existing row.
    public var isMention: Bool = false
}
