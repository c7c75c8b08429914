import Web

/// What programmers say of a show.
struct ShowContent: CatalogueContent {
    let title: String
    /// One sentence.
    let summary: String
    let description: String
    /// RFC 5646; empty for unknown.
    let language: String
    let website: String?
    let art: Reference<Art.ID>?
    /// Music is never downloaded (spec R58).
    let isMusic: Bool
    let isForChildren: Bool
    /// Stands for "nothing particular": never in the finder.
    let isPlaceholder: Bool
    /// An inactive show is shown to programmers only.
    let isActive: Bool
    /// Where it is on; the first is its home.
    let channels: [Reference<Channel.ID>]
    let genres: [Reference<Genre.ID>]
    let credits: [Credit]

    var label: String { title }
    var mentions: [Mention] {
        Mention.all(.channel, channels, at: "/channels") + Mention.all(.genre, genres, at: "/genres")
            + Mention.one(.art, art, at: "/art") + Mention.all(credits)
    }
}

extension ShowContent {
    private enum CodingKeys: String, CodingKey {
        case title, summary, description, language, website, art, isMusic, isForChildren, isPlaceholder, isActive
        case channels, genres, credits
    }

    /// Throws 422 that names every member at fault.
    init(from decoder: any Decoder) throws {
        var draft = try DraftReader<CodingKeys>(decoder)
        title = try draft.name(.title, limit: 1000)
        summary = try draft.words(.summary, limit: 2000)
        description = try draft.words(.description, limit: 100_000)
        language = try draft.language(.language)
        website = try draft.address(.website)
        art = try draft.reference(.art)
        isMusic = try draft.flag(.isMusic)
        isForChildren = try draft.flag(.isForChildren)
        isPlaceholder = try draft.flag(.isPlaceholder)
        isActive = try draft.flag(.isActive, otherwise: true)
        channels = try draft.references(.channels)
        genres = try draft.references(.genres)
        credits = try draft.parts(.credits, limit: 200)
        try draft.finish()
    }
}
