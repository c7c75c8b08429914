import HTTP
import Web

/// A search in the listener's own music, without case and accents. Each of the first eight words must be a word of the item; the last of them may
/// also be the beginning of a word of the item.
package struct LibraryQuery: Sendable, Hashable {
    /// The part of the listener's music to which a search is limited. With `library` or `podcasts`, a search finds only tracks; with `likes`, only
    /// tracks and playlists; without a scope, items of all kinds.
    package enum Scope: String, Sendable, CaseIterable {
        case library, podcasts, likes
    }

    /// The position of a result in the order of results. The cursor of the next page contains the position of the last result of a page.
    package struct Position: Sendable, Hashable {
        let field: Int16
        /// The form of the match: 0 for a whole word, 1 if the last search word is the beginning of a longer word.
        let form: Int16
        let kind: Int16
        let item: Int64

        static let first = Position(field: -1, form: 0, kind: 0, item: .max)

        init(field: Int16, form: Int16, kind: Int16, item: Int64) {
            (self.field, self.form, self.kind, self.item) = (field, form, kind, item)
        }

        init?(_ cursor: ListCursor) {
            guard cursor.values.count == 4, let field = cursor.number(0).flatMap(Int16.init(exactly:)),
                let form = cursor.number(1).flatMap(Int16.init(exactly:)),
                let kind = cursor.number(2).flatMap(Int16.init(exactly:)), let item = cursor.number(3), item >= 0
            else { return nil }
            self.init(field: field, form: form, kind: kind, item: item)
        }

        var values: [String] { ["\(field)", "\(form)", "\(kind)", "\(item)"] }
    }

    /// The search text without surrounding white space.
    package let text: String
    /// The first eight folded words of the text, without duplicates and cut to the length of the words in the index. The last word is also the last
    /// in the list.
    let words: [String]
    let kinds: [LibrarySearchIndex.Kind]
    let scope: Scope?
    let after: Position
    let limit: Int

    /// The maximum length of a search text, in Unicode scalars.
    static let longest = 200
    private static let most = 8

    package init(
        _ text: String, kinds: [LibrarySearchIndex.Kind] = LibrarySearchIndex.Kind.allCases, scope: Scope? = nil,
        after: Position = .first, limit: Int = 50
    ) {
        self.text = text
        let words = Folding.words(of: text).prefix(Self.most).map { word in
            String(String.UnicodeScalarView(word.unicodeScalars.prefix(Int(LibrarySearchIndex.wordLength))))
        }
        // The last word counts as a beginning even if it also occurs earlier in the text.
        var kept: [String] = []
        for word in words.dropLast() where !kept.contains(word) && word != words.last { kept.append(word) }
        self.words = kept + words.suffix(1)
        self.kinds = kinds
        self.scope = scope
        self.after = after
        self.limit = limit
    }

    /// Reads the parameters of a search. Throws 422 if one of them is not valid. `hasKind` is whether `kind` is read; it is `false` for pages, where
    /// `kind` belongs to the search on SoundCloud.
    package init(_ request: Request, hasKind: Bool = true) throws {
        let fields = try request.queryFields()
        let text = try fields("q").trimmingBlanks
        guard !text.isEmpty, text.unicodeScalars.count <= Self.longest else {
            throw APIError.invalid(
                "q", "must have 1 to \(Self.longest) characters, found \(text.unicodeScalars.count)")
        }
        var kinds = LibrarySearchIndex.Kind.allCases
        if hasKind, let word = try fields.optional("kind"), word != "all" {
            guard let kind = kinds.first(where: { $0.word == word }) else {
                throw APIError.invalid(
                    "kind",
                    "must be \(SentenceFormat.choice(["all"] + kinds.map(\.word))), found \"\(word.prefix(100))\"")
            }
            kinds = [kind]
        }
        let scope: Scope? = try fields.choice("in")
        let position = try fields.position(in: Self.list(text, kinds, scope)) { Position($0) }
        self.init(text, kinds: kinds, scope: scope, after: position ?? .first, limit: try fields.pageSize())
    }

    /// Returns the cursor of the page after a position.
    package func cursor(behind position: Position) -> String {
        ListCursor(Self.list(text, kinds, scope), position.values).description
    }

    /// Returns the list name that binds a cursor to one search.
    private static func list(_ text: String, _ kinds: [LibrarySearchIndex.Kind], _ scope: Scope?) -> String {
        "search.\(kinds.count == 1 ? kinds[0].word : "all").\(scope?.rawValue ?? "all").\(text)"
    }
}

extension String {
    /// The text without surrounding white space.
    package var trimmingBlanks: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
