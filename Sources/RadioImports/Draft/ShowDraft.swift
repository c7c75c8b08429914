/// A show as read from a source.
public struct ShowDraft: Draft {
    public static let kind: StaticString = "show"

    public var key: String
    public var title: String
    public var summary: String = ""
    public var description: String = ""
    public var language: String = ""
    public var website: String? = nil
    /// The keys of the channels, home channel first.
    public var channels: [String] = []
    public var genres: [String] = []
    public var credits: [CreditDraft] = []
    public var art: ArtDraft? = nil
    public var isMusic: Bool = false
    public var isForChildren: Bool = false
    public var isPlaceholder: Bool = false
    public var isInactive: Bool = false
    public var isMention: Bool = false
}
