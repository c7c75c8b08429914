/// A section of the line-up as read from a source.
public struct CategoryDraft: Draft {
    public static let kind: StaticString = "category"

    /// The source's identifier of the item, the same in every file of the source.
    public var key: String
    public var name: String
    public var rank: Int32 = 0

    public init(key: String, name: String) {
        self.key = key
        self.name = name
    }
}
