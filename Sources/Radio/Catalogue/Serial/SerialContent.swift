/// The editable content of a serial: a series within a show, with a first and a last part.
package struct SerialContent: CatalogueContent {
    let show: Reference<Show.ID>
    package let title: String
    let description: String
    package let totalParts: Int32?
    let art: Reference<Art.ID>?

    package var label: String { title }
    package var mentions: [Mention] { [Mention(.show, show.key, at: "/show")] + Mention.one(.art, art, at: "/art") }
}

extension SerialContent {
    private enum CodingKeys: String, CodingKey { case show, title, description, totalParts, art }

    /// Decodes and validates the value. Throws `APIError` 422 with faults for invalid members.
    package init(from decoder: any Decoder) throws {
        var draft = try DraftReader<CodingKeys>(decoder)
        let show: Reference<Show.ID>? = try draft.reference(.show)
        draft.check(show != nil, .show, "is missing: send the ID of the show")
        title = try draft.name(.title, limit: 1000)
        description = try draft.text(.description, limit: 100_000)
        totalParts = try draft.number(.totalParts, in: 0...100_000)
        art = try draft.reference(.art)
        try draft.finish()
        self.show = show ?? Reference(0)
    }
}
