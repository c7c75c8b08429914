/// A serial as read from a source.
public struct SerialDraft: Draft {
    public static let kind: StaticString = "serial"

    /// The source's identifier of the item, the same in every file of the source.
    public var key: String
    /// The key of the serial's show.
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
