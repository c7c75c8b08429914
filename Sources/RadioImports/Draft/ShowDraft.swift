/// A show as a source has it.
public struct ShowDraft: Draft {
    public static let kind: StaticString = "show"

    /// What the source calls it; the same in every file of one source.
    public var key: String
    public var title: String
    public var summary: String = ""
    public var description: String = ""
    public var language: String = ""
    public var website: String? = nil
    /// Keys of channels, its home first.
    public var channels: [String] = []
    public var genres: [String] = []
    public var credits: [CreditDraft] = []
    public var art: ArtDraft? = nil
    public var isMusic: Bool = false
    public var isForChildren: Bool = false
    public var isPlaceholder: Bool = false
    public var isInactive: Bool = false
    /// Only mentioned by another item: it is made where nobody knows it yet, and changes nothing of one that is there.
    public var isMention: Bool = false

    public init(key: String, title: String) {
        self.key = key
        self.title = title
    }
}
