/// The editable content of a genre.
package struct GenreContent: CatalogueContent {
    package let name: String
    /// A TV-Anytime ContentCS URN, or a code of the station's own scheme; `nil` if there is none.
    package let code: String?

    package init(name: String, code: String?) {
        self.name = name
        self.code = code
    }

    package var label: String { name }
    package var mentions: [Mention] { [] }
}

extension GenreContent {
    private enum CodingKeys: String, CodingKey { case name, code }

    /// Decodes and validates the value. Throws `APIError` 422 with faults for invalid members.
    package init(from decoder: any Decoder) throws {
        var draft = try DraftReader<CodingKeys>(decoder)
        name = try draft.name(.name, limit: 200)
        code = try draft.text(.code, "must not contain spaces or control characters") { code in
            code.unicodeScalars.allSatisfy {
                !$0.properties.isWhitespace && $0.properties.generalCategory != .control
            }
        }
        if let code {
            let count = code.unicodeScalars.count
            draft.check((1...200).contains(count), .code, "must have 1 to 200 characters, found \(count)")
            draft.check(
                !code.hasPrefix(GenreTerm.scheme) || GenreTerm.named(code) != nil, .code,
                "must be the code of a TV-Anytime term, found \"\(code.prefix(100))\": "
                    + "GET /api/v1/genres/terms lists the codes")
        }
        try draft.finish()
    }
}
