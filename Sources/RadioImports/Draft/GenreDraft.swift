/// A genre as read from a source.
public struct GenreDraft: Draft {
    public static let kind: StaticString = "genre"

    public var key: String
    public var name: String
    /// The matching TV-Anytime ContentCS term; `nil` for none.
    public var code: String? = nil
}
