/// A serial as a source has it.
public struct SerialDraft: Draft {
    public static let kind: StaticString = "serial"

    /// What the source calls it; the same in every file of one source.
    public var key: String
    /// The key of its show.
    public var show: String
    public var title: String
    public var description: String = ""
    public var totalParts: Int32? = nil
    public var art: ArtDraft? = nil

    public init(key: String, show: String, title: String) {
        self.key = key
        self.show = show
        self.title = title
    }
}
