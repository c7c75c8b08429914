/// The editable content of a person who makes programmes or appears in them.
package struct PersonContent: CatalogueContent {
    package let name: String
    package let biography: String
    let art: Reference<Art.ID>?

    package var label: String { name }
    package var mentions: [Mention] { Mention.one(.art, art, at: "/art") }
}

extension PersonContent {
    private enum CodingKeys: String, CodingKey { case name, biography, art }

    /// Decodes and validates the value. Throws `APIError` 422 with faults for invalid members.
    package init(from decoder: any Decoder) throws {
        var draft = try DraftReader<CodingKeys>(decoder)
        name = try draft.name(.name, limit: 500)
        biography = try draft.text(.biography, limit: 100_000)
        art = try draft.reference(.art)
        try draft.finish()
    }
}
