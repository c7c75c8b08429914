import Web

/// An episode in public answers.
public struct EpisodeDetail: Encodable, Sendable, Hashable {
    public let id: String
    public let title: String
    public let summary: String
    public let description: String
    /// The number of the part in the serial.
    public let part: Int32?
    public let season: Int32?
    /// The first broadcast or publication, past or planned.
    public let publishedAt: Instant?
    public let show: ShowName
    public let serial: SerialName?
    /// The picture of the episode, else of the serial, else of the show.
    public let art: ArtView
    public let genres: [GenreView]
    public let credits: [CreditView]
    public let tags: [TagView]
    /// The recordings available now under their rights (spec R66).
    public let versions: [VersionView]

    /// The serial that the episode is part of.
    public struct SerialName: Encodable, Sendable, Hashable {
        public let id: String
        public let title: String
        public let totalParts: Int32?
    }

    /// A topic or a keyword.
    public struct TagView: Encodable, Sendable, Hashable {
        public let id: String
        public let kind: String
        public let title: String
    }

    /// A recording that can be heard on demand.
    public struct VersionView: Encodable, Sendable, Hashable {
        public let id: String
        /// The broadcast that was recorded.
        public let airing: String?
        public let durationMs: Int64?
        public let availableFrom: Instant
        public let availableUntil: Instant?
        /// Whether listeners may keep a copy: the rights allow it, and the show is not music (spec R58).
        public let isDownloadable: Bool
        /// The files and streams; without downloads if listeners may not keep a copy.
        public let media: [Media]
    }
}
