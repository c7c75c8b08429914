/// One term of the glossary (spec N16). History, image and source may be empty.
public struct GlossaryItem: Sendable, Hashable {
    /// The term, unique without regard to case. Phones link matching words in texts to it.
    public let name: String
    /// The category by which the app groups terms.
    public let category: String
    public let description: String
    public let history: String
    /// The file name of a picture.
    public let image: String
    /// The source of the description and history. Old phones do not show the source.
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

    /// The name with upper and lower case folded, for comparison.
    public var key: String { name.uppercased().lowercased() }

    /// Whether the term has fewer than two characters or is so common that phones would link it in nearly every text.
    public var isOverCommon: Bool { key.count < 2 || Self.commonWords.contains(key) }

    /// Words that are among the most frequent in English and might be entered as terms.
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
    public let items: [GlossaryItem]

    public init(items: [GlossaryItem]) { self.items = items }

    /// A SHA-256 digest of the whole glossary.
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
