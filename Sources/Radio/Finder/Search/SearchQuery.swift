import Web

/// A search request: the words to find, the kinds of items, and the page of results.
public struct SearchQuery: Sendable, Hashable {
    /// The folded search words; empty if the text has none. A result must contain a word that starts with or resembles each of them.
    public let words: [String]
    public var types: Set<SearchResult.Kind>
    public var offset: Int
    public var limit: Int

    public static let limits = 1...100
    /// The maximum number of search words. Further words are ignored.
    static let wordLimit = 8
    /// The maximum length of the search text, in Unicode scalars.
    static let lengthLimit = 200

    public init(
        _ text: String, types: Set<SearchResult.Kind> = Set(SearchResult.Kind.allCases), offset: Int = 0,
        limit: Int = 20
    ) {
        var words: [String] = []
        for word in Folding.words(of: text) where !words.contains(word) && words.count < Self.wordLimit {
            words.append(word)
        }
        self.words = words
        self.types = types
        self.offset = offset
        self.limit = limit
    }

    /// Creates a query from query parameters. Throws `APIError` 400 for a repeated parameter, 422 for an invalid value.
    init(_ fields: FormFields) throws(APIError) {
        let text = try fields("q")
        guard (1...Self.lengthLimit).contains(text.unicodeScalars.count) else {
            throw .invalid(
                "q", "must have 1 to \(Self.lengthLimit) characters, found \(text.unicodeScalars.count)")
        }
        var types = Set(SearchResult.Kind.allCases)
        if let names = try fields.optional("types") {
            types = []
            for name in names.split(separator: ",", omittingEmptySubsequences: false) {
                guard let kind = SearchResult.Kind(rawValue: String(name)) else {
                    let known = SentenceFormat.list(SearchResult.Kind.allCases.map(\.rawValue))
                    throw .invalid(
                        "types",
                        "must be a comma-separated list of one or more of \(known), found \"\(name.prefix(100))\"")
                }
                types.insert(kind)
            }
        }
        self.init(
            text, types: types,
            offset: try fields.optional("offset") == nil ? 0 : try fields.integer("offset", in: 0...10_000),
            limit: try fields.optional("limit") == nil ? 20 : try fields.integer("limit", in: Self.limits))
    }
}

/// A found item and the quality of its match.
public struct SearchResult: Sendable, Hashable {
    /// The kind of item. Among equal matches, on-demand items come first, then the order of these cases applies.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case show, person, channel, topic, serial, episode
    }

    public let kind: Kind
    public let id: Int64
    public let title: String
    public let summary: String
    /// The show of a serial or an episode; `nil` for other kinds.
    public let show: (id: Show.ID, title: String)?
    public let art: FinderArt?
    /// Whether the episode, or an episode of the show or serial, is on demand now; `false` for other kinds.
    public let isOnDemand: Bool
    public let match: Match

    public static func == (left: SearchResult, right: SearchResult) -> Bool {
        left.kind == right.kind && left.id == right.id && left.match == right.match
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(id)
    }

    /// The quality of a match: the worst field and the worst form among all search words.
    public struct Match: Sendable, Hashable, Comparable {
        /// The field that contains the matching word, best first.
        public enum Field: Int16, Sendable { case title, people, description }
        /// The form of the match, best first.
        public enum Form: Int16, Sendable { case exact, prefix, typo }

        public let field: Field
        public let form: Form

        public static func < (left: Match, right: Match) -> Bool {
            (left.field.rawValue, left.form.rawValue) < (right.field.rawValue, right.form.rawValue)
        }

        /// Returns the worse field and the worse form of two matches.
        func weaker(_ other: Match) -> Match {
            Match(
                field: field.rawValue > other.field.rawValue ? field : other.field,
                form: form.rawValue > other.form.rawValue ? form : other.form)
        }
    }
}

/// A page of search results, best match first, and the total number of results.
public struct SearchPage: Sendable {
    public let results: [SearchResult]
    /// The number of results on all pages. For very common words, only the results that the search has read count.
    public let total: Int
}
