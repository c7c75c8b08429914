import Web

/// The editable content of an episode.
package struct EpisodeContent: CatalogueContent {
    let show: Reference<Show.ID>
    /// The serial, which must belong to the same show; `nil` if there is none.
    let serial: Reference<Serial.ID>?
    package let title: String
    let summary: String
    let description: String
    /// The number of the part in the serial; `nil` if the episode has none.
    let part: Int32?
    let season: Int32?
    let art: Reference<Art.ID>?
    /// The time of the first broadcast or publication, past or planned; `nil` if unknown.
    let publishedAt: Instant?
    let genres: [Reference<Genre.ID>]
    let credits: [Credit]
    let tags: [Reference<Tag.ID>]

    package var label: String { title }
    package var mentions: [Mention] {
        [Mention(.show, show.key, at: "/show")] + Mention.one(.art, art, at: "/art")
            + Mention.all(.genre, genres, at: "/genres") + Mention.all(.topic, tags, at: "/tags") + Mention.all(credits)
    }
}

extension EpisodeContent {
    private enum CodingKeys: String, CodingKey {
        case show, serial, title, summary, description, part, season, art, publishedAt, genres, credits, tags
    }

    /// Decodes and validates the value. Throws `APIError` 422 with faults for invalid members.
    package init(from decoder: any Decoder) throws {
        var draft = try DraftReader<CodingKeys>(decoder)
        let show: Reference<Show.ID>? = try draft.reference(.show)
        draft.check(show != nil, .show, "is missing: send the ID of the show")
        serial = try draft.reference(.serial)
        title = try draft.name(.title, limit: 2000)
        summary = try draft.text(.summary, limit: 2000)
        description = try draft.text(.description, limit: 100_000)
        part = try draft.number(.part, in: 0...1_000_000)
        season = try draft.number(.season, in: 0...100_000)
        art = try draft.reference(.art)
        publishedAt = try draft.instant(.publishedAt)
        genres = try draft.references(.genres)
        credits = try draft.parts(.credits, limit: 200)
        tags = try draft.references(.tags)
        try draft.finish()
        self.show = show ?? Reference(0)
    }
}
