import Web

/// An episode as everybody sees it.
public struct EpisodeDetail: Encodable, Sendable, Hashable {
    public let id: String
    public let title: String
    public let summary: String
    public let description: String
    /// Its number in the serial.
    public let part: Int32?
    public let season: Int32?
    /// When it was, or is to be, heard first.
    public let publishedAt: Instant?
    public let show: ShowName
    public let serial: SerialName?
    /// Its own, else the serial's, else the show's.
    public let art: ArtView
    public let genres: [GenreView]
    public let credits: [CreditView]
    public let tags: [TagView]
    /// What can be heard now, within its rights (spec R66).
    public let versions: [VersionView]

    /// The series that it is a part of.
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

    /// One way to hear it on demand.
    public struct VersionView: Encodable, Sendable, Hashable {
        public let id: String
        /// The broadcast that it was recorded from.
        public let airing: String?
        public let durationMs: Int64?
        public let availableFrom: Instant
        public let availableUntil: Instant?
        /// Whether a copy may be kept: its rights allow it, and the show is no music (spec R58).
        public let isDownloadable: Bool
        /// Without those for download where none may be kept.
        public let media: [Media]
    }
}
