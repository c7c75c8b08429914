import Web

/// A search within likes. Each of the first 20 words must occur in the title, the uploader's name or the true artist, or, in a list of liked users,
/// in the user's name. Case and accents are ignored.
package struct LikeSearch: Sendable, Hashable {
    /// The maximum length of the search text, in Unicode scalars.
    package static let longest = 200

    /// The SQL patterns of the first 20 words. The list is empty if the search has no words; all likes then match.
    package let patterns: [String]

    init() { patterns = [] }

    /// Parses the text of a search. Throws 422 for a text that is longer than `longest`.
    package init(_ text: String) throws(APIError) {
        guard text.unicodeScalars.count <= Self.longest else {
            throw .invalid(
                "search", "must have at most \(Self.longest) characters, found \(text.unicodeScalars.count)")
        }
        // Folded words contain only letters and digits, so they need no escaping in a pattern.
        patterns = Folding.words(of: text).prefix(20).map { "%\($0)%" }
    }

    /// Reads the query parameter "search". An absent or empty parameter matches all likes. Throws 422 for a text that is longer than `longest`.
    init(_ fields: FormFields) throws(APIError) { try self.init(fields.optional("search") ?? "") }
}
