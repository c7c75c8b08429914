/// A category of channels as read from a source. Each category is a section of the channel line-up.
public struct CategoryDraft: Draft {
    public static let kind: StaticString = "category"

    public var key: String
    public var name: String
    public var rank: Int32 = 0
}
