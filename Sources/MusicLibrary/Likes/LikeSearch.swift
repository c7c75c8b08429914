import Web

/// What somebody looks for inside of likes: words of which each stands somewhere in a title, in the name of who uploaded it or in the
/// name of the true artist, in any order, without case and accents.
struct LikeSearch: Sendable, Hashable {
    /// How long a text may be, in characters.
    static let longest = 200

    /// What each row is held against; none where nothing is looked for.
    let patterns: [String]

    init() { patterns = [] }

    /// - Throws: 422 for a text that is too long.
    init(_ text: String) throws(APIError) {
        guard text.unicodeScalars.count <= Self.longest else {
            throw .invalid("search", "must have at most \(Self.longest) characters")
        }
        // Folded words hold nothing but letters and digits, so that no sign of a pattern is among them.
        patterns = Folding.words(of: text).prefix(20).map { "%\($0)%" }
    }

    /// What a query asks for by the name "search".
    init(_ fields: FormFields) throws(APIError) { try self.init(fields.optional("search") ?? "") }
}
