/// A serial as read from a source.
public struct SerialDraft: Draft {
    public static let kind: StaticString = "serial"

    /// The item's identifier in the source, which is the same in all files of the source.
    public var key: String
    /// The key of the serial's show.
    public var show: String
    public var title: String
    public var description: String = ""
    public var totalParts: Int32? = nil
    public var art: ArtDraft? = nil
}
