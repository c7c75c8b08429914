/// The editable content of a section of the line-up (spec R12).
struct CategoryContent: CatalogueContent {
    let name: String
    /// The position among sections; sections of equal rank are ordered by name.
    let rank: Int32

    var label: String { name }
    var mentions: [Mention] { [] }
}

extension CategoryContent {
    private enum CodingKeys: String, CodingKey { case name, rank }

    /// Throws 422 with a fault for every invalid member.
    init(from decoder: any Decoder) throws {
        var draft = try DraftReader<CodingKeys>(decoder)
        name = try draft.name(.name, limit: 200)
        rank = try draft.number(.rank, in: -1_000_000...1_000_000) ?? 0
        try draft.finish()
    }
}
