import Web

/// An episode in responses of the public API.
public struct EpisodeDetail: Encodable, Sendable, Hashable {
    public let id: String
    public let title: String
    public let summary: String
    public let description: String
    /// The number of the part in the serial; `nil` if the episode has none.
    public let part: Int32?
    public let season: Int32?
    /// The time of the first broadcast or publication, past or planned; `nil` if unknown.
    public let publishedAt: Instant?
    public let show: ReferenceView
    public let serial: SerialName?
    /// The picture of the episode, or else of the serial, or else of the show, or else the default picture.
    public let art: ArtView
    public let genres: [GenreView]
    public let credits: [CreditView]
    public let tags: [TagView]
    /// The recordings that are available now (spec R66), in the order in which they became available.
    public let versions: [VersionView]

    /// The ID, name and total number of parts of the serial that contains the episode.
    public struct SerialName: Encodable, Sendable, Hashable {
        public let id: String
        public let name: String
        public let totalParts: Int32?
    }

    /// A topic or a keyword of the episode.
    public struct TagView: Encodable, Sendable, Hashable {
        public let id: String
        public let kind: String
        public let title: String
    }

    /// A recording that is available on demand.
    public struct VersionView: Encodable, Sendable, Hashable {
        public let id: String
        /// The ID of the recorded broadcast; `nil` if unknown.
        public let airing: String?
        public let durationMs: Int64?
        public let availableFrom: Instant
        public let availableUntil: Instant?
        /// Whether listeners may download the recording: the rights allow it, and the show is not a music show (spec R58).
        public let isDownloadable: Bool
        /// The files and streams. Files for download are omitted if listeners may not download the recording.
        public let media: [Media]
    }
}
