/// A genre as read from a source.
public struct GenreDraft: Draft {
    public static let kind: StaticString = "genre"

    /// The item's identifier in the source, which is the same in all files of the source.
    public var key: String
    public var name: String
    /// The matching TV-Anytime ContentCS term; `nil` for none.
    public var code: String? = nil
}
