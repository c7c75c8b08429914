/// A person as read from a source.
public struct PersonDraft: Draft {
    public static let kind: StaticString = "person"

    public var key: String
    public var name: String
    public var biography: String = ""
    public var art: ArtDraft? = nil
}
