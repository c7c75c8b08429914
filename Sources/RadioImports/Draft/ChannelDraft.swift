import Radio

/// A channel as read from a source.
public struct ChannelDraft: Draft {
    public static let kind: StaticString = "channel"

    /// The item's identifier in the source, which is the same in all files of the source.
    public var key: String
    /// The name in addresses; `nil` to derive the name from `name`.
    public var slug: String? = nil
    /// Whether the draft denotes the existing channel with this slug, from another source or created by hand. Items
    /// then refer to the existing channel, which is not changed.
    public var isKnownBySlug: Bool = false
    public var name: String
    public var shortName: String = ""
    public var description: String = ""
    public var language: String = ""
    public var website: String? = nil
    /// The colour in hexadecimal, such as "#ed2e38"; `nil` if the source gives none.
    public var colour: String? = nil
    /// The IANA time zone; `nil` if the source gives none (see `ImportOptions.timeZone`).
    public var timeZone: String? = nil
    public var number: Int32? = nil
    /// The keys of the channel's categories, the primary category first.
    public var categories: [String] = []
    /// The keys of the channel's genres.
    public var genres: [String] = []
    public var bearers: [Bearer] = []
    public var art: ArtDraft? = nil
    public var isInactive: Bool = false
    /// Whether another item merely mentions the channel. A mention creates a missing row and never changes an existing
    /// row.
    public var isMention: Bool = false
}
