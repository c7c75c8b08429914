/// A category of channels, which is a section of the line-up, as read from a source.
public struct CategoryDraft: Draft {
    public static let kind: StaticString = "category"

    public var key: String
    public var name: String
    public var rank: Int32 = 0
}
