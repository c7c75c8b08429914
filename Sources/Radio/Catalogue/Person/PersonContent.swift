/// What programmers say of somebody who makes a programme or is heard in it.
struct PersonContent: CatalogueContent {
    let name: String
    let biography: String
    let art: Reference<Art.ID>?

    var label: String { name }
    var mentions: [Mention] { Mention.one(.art, art, at: "/art") }
}

extension PersonContent {
    private enum CodingKeys: String, CodingKey { case name, biography, art }

    /// Throws 422 that names every member at fault.
    init(from decoder: any Decoder) throws {
        var draft = try DraftReader<CodingKeys>(decoder)
        name = try draft.name(.name, limit: 500)
        biography = try draft.words(.biography, limit: 100_000)
        art = try draft.reference(.art)
        try draft.finish()
    }
}
