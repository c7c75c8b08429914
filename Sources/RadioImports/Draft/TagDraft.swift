import Radio

/// A topic or a keyword as read from a source.
public struct TagDraft: Draft {
    public static let kind: StaticString = "tag"

    public var key: String
    public var kind: Tag.Kind
    public var title: String
    public var position: Int32 = 0
    public var words: String = ""
    /// The keys of the episodes with this tag, if the source lists them.
    public var episodes: [String] = []
    public var art: ArtDraft? = nil
}

extension Tag.Kind: Encodable {}
