/// The editable content of a category, which is a section of the channel line-up (spec R12).
package struct CategoryContent: CatalogueContent {
    package let name: String
    /// The position among the categories, lowest first, from -1,000,000 to 1,000,000. Equal ranks are ordered by name.
    package let rank: Int32

    package init(name: String, rank: Int32) {
        self.name = name
        self.rank = rank
    }

    package var label: String { name }
    package var mentions: [Mention] { [] }
}

extension CategoryContent {
    private enum CodingKeys: String, CodingKey { case name, rank }

    /// Decodes and validates the value. Throws `APIError` 422 with faults for invalid members.
    package init(from decoder: any Decoder) throws {
        var draft = try DraftReader<CodingKeys>(decoder)
        name = try draft.name(.name, limit: 200)
        rank = try draft.number(.rank, in: -1_000_000...1_000_000) ?? 0
        try draft.finish()
    }
}
