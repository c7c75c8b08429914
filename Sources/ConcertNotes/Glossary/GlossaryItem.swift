/// One term of the glossary (spec N16).
public struct GlossaryItem: Sendable, Hashable {
    /// Unique without regard to case: words of the texts that match it become links.
    public let name: String
    /// The app groups the terms by it.
    public let category: String
    public let description: String
    /// May be empty.
    public let history: String
    /// The file name of a picture; may be empty.
    public let image: String
    /// Where the text is from; not shown by old phones. May be empty.
    public let source: String

    public init(
        name: String, category: String, description: String, history: String = "", image: String = "",
        source: String = ""
    ) {
        self.name = name
        self.category = category
        self.description = description
        self.history = history
        self.image = image
        self.source = source
    }

    /// What the name is compared by.
    public var key: String { name.uppercased().lowercased() }

    /// Whether the word stands in nearly every text, so that links to it are a nuisance.
    public var isOverCommon: Bool { key.count < 2 || Self.commonWords.contains(key) }

    /// Words of the hundred most frequent of English running text that a glossary might yet hold.
    private static let commonWords: Set<String> = [
        "about", "after", "all", "and", "back", "because", "but", "by", "can", "come", "day", "do", "even", "first",
        "for", "from", "get", "give", "go", "good", "have", "how", "if", "in", "it", "just", "know", "like", "look",
        "make", "most", "new", "no", "not", "now", "of", "on", "one", "only", "or", "other", "out", "over", "part",
        "people", "piece", "say", "see", "so", "some", "take", "than", "that", "the", "then", "there", "they", "think",
        "this", "time", "to", "two", "up", "use", "way", "well", "what", "when", "which", "who", "will", "with",
        "work", "year",
    ]
}

/// The glossary of a tenant as a whole.
public struct Glossary: Sendable, Hashable {
    /// In the order given.
    public let items: [GlossaryItem]

    public init(items: [GlossaryItem]) { self.items = items }

    /// A SHA-256 over all of it.
    public var digest: [UInt8] {
        var digest = ContentDigest()
        digest.add(items.count)
        for item in items {
            for part in [item.name, item.category, item.description, item.history, item.image, item.source] {
                digest.add(part)
            }
        }
        return digest.bytes
    }
}
