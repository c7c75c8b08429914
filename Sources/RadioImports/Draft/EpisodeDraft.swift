import Web

/// An episode as read from a source.
public struct EpisodeDraft: Draft {
    public static let kind: StaticString = "episode"

    /// The item's identifier in the source, which is the same in all files of the source.
    public var key: String
    /// The key of the show.
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
    /// The keys of the episode's tags.
    public var tags: [String] = []
    public var art: ArtDraft? = nil
}
