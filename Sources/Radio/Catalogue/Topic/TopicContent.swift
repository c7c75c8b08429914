/// The editable content of a topic or keyword, which groups episodes across shows.
package struct TopicContent: CatalogueContent {
    package let kind: Tag.Kind
    package let title: String
    /// The position among the topics, or among the keywords, lowest first, from -1,000,000 to 1,000,000. Equal positions are ordered by title.
    let position: Int32
    /// Additional words by which the search finds the topic.
    package let words: String
    let art: Reference<Art.ID>?

    package var label: String { title }
    package var mentions: [Mention] { Mention.one(.art, art, at: "/art") }
}

extension TopicContent {
    private enum CodingKeys: String, CodingKey { case kind, title, position, words, art }

    /// Decodes and validates the value. Throws `APIError` 422 with faults for invalid members.
    package init(from decoder: any Decoder) throws {
        var draft = try DraftReader<CodingKeys>(decoder)
        kind = try draft.choice(.kind, otherwise: Tag.Kind.topic) ?? .topic
        title = try draft.name(.title, limit: 500)
        position = try draft.number(.position, in: -1_000_000...1_000_000) ?? 0
        words = try draft.text(.words, limit: 10_000)
        art = try draft.reference(.art)
        try draft.finish()
    }

    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(kind.rawValue, forKey: .kind)
        try members.encode(title, forKey: .title)
        try members.encode(position, forKey: .position)
        try members.encode(words, forKey: .words)
        try members.encodeIfPresent(art, forKey: .art)
    }
}
