import Web

/// The editable content of a show.
package struct ShowContent: CatalogueContent {
    package let title: String
    let summary: String
    let description: String
    /// An RFC 5646 language tag; empty if unknown.
    let language: String
    let website: String?
    let art: Reference<Art.ID>?
    /// Whether the show is a music show, whose episodes cannot be downloaded (spec R58).
    let isMusic: Bool
    let isForChildren: Bool
    /// Whether the show only fills gaps in the schedule, so that the Show Finder does not list it.
    let isPlaceholder: Bool
    package let isActive: Bool
    /// The channels that broadcast the show, home channel first.
    let channels: [Reference<Channel.ID>]
    let genres: [Reference<Genre.ID>]
    let credits: [Credit]

    package var label: String { title }
    package var mentions: [Mention] {
        Mention.all(.channel, channels, at: "/channels") + Mention.all(.genre, genres, at: "/genres")
            + Mention.one(.art, art, at: "/art") + Mention.all(credits)
    }
}

extension ShowContent {
    private enum CodingKeys: String, CodingKey {
        case title, summary, description, language, website, art, isMusic, isForChildren, isPlaceholder, isActive
        case channels, genres, credits
    }

    /// Decodes and validates the value. Throws `APIError` 422 with faults for invalid members.
    package init(from decoder: any Decoder) throws {
        var draft = try DraftReader<CodingKeys>(decoder)
        title = try draft.name(.title, limit: 1000)
        summary = try draft.text(.summary, limit: 2000)
        description = try draft.text(.description, limit: 100_000)
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
