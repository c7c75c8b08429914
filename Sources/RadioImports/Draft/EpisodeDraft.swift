import Web

/// An episode as read from a source. `show`, `serial`, `genres` and `tags` are the keys of other items.
public struct EpisodeDraft: Draft {
    public static let kind: StaticString = "episode"

    public var key: String
    public var show: String
    public var serial: String? = nil
    public var title: String
    public var summary: String = ""
    public var description: String = ""
    public var part: Int32? = nil
    public var season: Int32? = nil
    public var publishedAt: Instant? = nil
    public var genres: [String] = []
    public var credits: [CreditDraft] = []
    public var tags: [String] = []
    public var art: ArtDraft? = nil
}
