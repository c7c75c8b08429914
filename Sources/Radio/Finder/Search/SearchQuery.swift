import Web

/// What is searched for.
public struct SearchQuery: Sendable, Hashable {
    /// The words asked for, folded; each must be found, at its start at least. Empty when the question holds none.
    public let words: [String]
    public var types: Set<SearchResult.Kind>
    public var offset: Int
    public var limit: Int

    public static let limits = 1...100
    /// More words narrow nothing down.
    static let wordLimit = 8
    /// In characters.
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

    /// As a query of a URL says it.
    ///
    /// - Throws: 422 for a value that cannot be.
    init(_ fields: FormFields) throws(APIError) {
        let text = try fields("q")
        guard (1...Self.lengthLimit).contains(text.unicodeScalars.count) else {
            throw .invalid("q", "must have 1 to \(Self.lengthLimit) characters")
        }
        var types = Set(SearchResult.Kind.allCases)
        if let names = try fields.optional("types") {
            types = []
            for name in names.split(separator: ",", omittingEmptySubsequences: false) {
                guard let kind = SearchResult.Kind(rawValue: String(name)) else {
                    let known = Phrase.list(SearchResult.Kind.allCases.map(\.rawValue))
                    throw .invalid("types", "must be a comma-separated list of one or more of: \(known)")
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

/// Something that was found.
public struct SearchResult: Sendable, Hashable {
    /// What it is; equal ones are shown in this order.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case show, person, channel, topic, serial, episode
    }

    public let kind: Kind
    public let id: Int64
    public let title: String
    public let summary: String
    /// Of a serial or an episode.
    public let show: (id: Show.ID, title: String)?
    public let art: FinderArt?
    public let isOnDemand: Bool
    public let match: Match

    public static func == (left: SearchResult, right: SearchResult) -> Bool {
        left.kind == right.kind && left.id == right.id && left.match == right.match
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(id)
    }

    /// How well it fits: the weakest of the words asked for decides.
    public struct Match: Sendable, Hashable, Comparable {
        /// Where the words were found, the best first.
        public enum Field: Int16, Sendable { case title, people, description }
        /// How they were found, the best first.
        public enum Form: Int16, Sendable { case exact, prefix, typo }

        public let field: Field
        public let form: Form

        public static func < (left: Match, right: Match) -> Bool {
            (left.field.rawValue, left.form.rawValue) < (right.field.rawValue, right.form.rawValue)
        }

        /// Of two words' matches of the same thing.
        func weaker(_ other: Match) -> Match {
            Match(
                field: field.rawValue > other.field.rawValue ? field : other.field,
                form: form.rawValue > other.form.rawValue ? form : other.form)
        }
    }
}

/// A page of what was found.
public struct SearchPage: Sendable {
    public let results: [SearchResult]
    /// How many there are; of words that very many have, how many were looked at.
    public let total: Int
}
