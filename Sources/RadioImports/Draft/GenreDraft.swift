/// A genre as a source has it.
public struct GenreDraft: Draft {
    public static let kind: StaticString = "genre"

    /// What the source calls it; the same in every file of one source.
    public var key: String
    public var name: String
    /// A term of TV-Anytime's ContentCS.
    public var code: String? = nil

    public init(key: String, name: String) {
        self.key = key
        self.name = name
    }
}
