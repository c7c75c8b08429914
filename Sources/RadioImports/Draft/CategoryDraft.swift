/// A section of the line-up as read from a source.
public struct CategoryDraft: Draft {
    public static let kind: StaticString = "category"

    /// The item's identifier in the source, which is the same in all files of the source.
    public var key: String
    public var name: String
    public var rank: Int32 = 0
}
