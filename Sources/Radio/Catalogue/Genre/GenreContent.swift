/// What programmers say of a genre: its name, and a term of TV-Anytime's where there is one.
struct GenreContent: CatalogueContent {
    let name: String
    /// A term of TV-Anytime's ContentCS by its URN, or of a scheme of the source's own.
    let code: String?

    var label: String { name }
    var mentions: [Mention] { [] }
}

extension GenreContent {
    private enum CodingKeys: String, CodingKey { case name, code }

    /// Throws 422 that names every member at fault.
    init(from decoder: any Decoder) throws {
        var draft = try DraftReader<CodingKeys>(decoder)
        name = try draft.name(.name, limit: 200)
        code = try draft.text(
            .code,
            "must have 1 to 200 characters and no spaces; "
                + "a code that begins with \(GenreTerm.scheme) must be a TV-Anytime term"
        ) { code in
            let isPlain = code.unicodeScalars.allSatisfy {
                !$0.properties.isWhitespace && $0.properties.generalCategory != .control
            }
            return isPlain && (1...200).contains(code.unicodeScalars.count)
                && (!code.hasPrefix(GenreTerm.scheme) || GenreTerm.named(code) != nil)
        }
        try draft.finish()
    }
}
