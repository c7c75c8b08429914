/// A genre as read from a source.
public struct GenreDraft: Draft {
    public static let kind: StaticString = "genre"

    /// The source's identifier of the item, the same in every file of the source.
    public var key: String
    public var name: String
    /// The matching term of TV-Anytime's ContentCS classification scheme; `nil` for none.
    public var code: String? = nil

    public init(key: String, name: String) {
        self.key = key
        self.name = name
    }
}
