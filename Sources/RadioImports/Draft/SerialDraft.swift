/// A serial, which is a series within a show, as read from a source. `show` is the key of the show.
public struct SerialDraft: Draft {
    public static let kind: StaticString = "serial"

    public var key: String
    public var show: String
    public var title: String
    public var description: String = ""
    public var totalParts: Int32? = nil
    public var art: ArtDraft? = nil
}
