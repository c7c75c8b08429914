/// A show as read from a source.
public struct ShowDraft: Draft {
    public static let kind: StaticString = "show"

    /// The item's identifier in the source, which is the same in all files of the source.
    public var key: String
    public var title: String
    public var summary: String = ""
    public var description: String = ""
    public var language: String = ""
    public var website: String? = nil
    /// The keys of the show's channels, home channel first.
    public var channels: [String] = []
    public var genres: [String] = []
    public var credits: [CreditDraft] = []
    public var art: ArtDraft? = nil
    public var isMusic: Bool = false
    public var isForChildren: Bool = false
    public var isPlaceholder: Bool = false
    public var isInactive: Bool = false
    /// Whether the source only mentions the show in another item. A mention creates a missing row but never changes an existing row.
    public var isMention: Bool = false
}
