/// A person as a source has it.
public struct PersonDraft: Draft {
    public static let kind: StaticString = "person"

    /// What the source calls it; the same in every file of one source.
    public var key: String
    public var name: String
    public var biography: String = ""
    public var art: ArtDraft? = nil

    public init(key: String, name: String) {
        self.key = key
        self.name = name
    }
}
