/// A section of the line-up as a source has it.
public struct CategoryDraft: Draft {
    public static let kind: StaticString = "category"

    /// What the source calls it; the same in every file of one source.
    public var key: String
    public var name: String
    public var rank: Int32 = 0

    public init(key: String, name: String) {
        self.key = key
        self.name = name
    }
}
