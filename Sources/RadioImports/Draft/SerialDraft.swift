/// A serial as read from a source.
public struct SerialDraft: Draft {
    public static let kind: StaticString = "serial"

    public var key: String
    public var show: String
    public var title: String
    public var description: String = ""
    public var totalParts: Int32? = nil
    public var art: ArtDraft? = nil
}
