import Radio

/// A topic or a keyword as read from a source.
public struct TagDraft: Draft {
    public static let kind: StaticString = "tag"

    /// The item's identifier in the source, which is the same in all files of the source.
    public var key: String
    public var kind: Tag.Kind
    public var title: String
    public var position: Int32 = 0
    public var words: String = ""
    /// The keys of the tag's episodes, if the source lists episodes with the tag.
    public var episodes: [String] = []
    public var art: ArtDraft? = nil
}

extension Tag.Kind: Encodable {}
