import Web

/// A topic as everybody sees it.
public struct TopicView: Encodable, Sendable, Hashable {
    public let id: String
    /// "topic" or "keyword".
    public let kind: String
    public let title: String
    public let art: ArtView
    /// How many of its episodes can be heard now (spec R66).
    public let onDemand: Int64
}

/// A topic, and the episodes of it that can be heard now.
public struct TopicDetail: Encodable, Sendable, Hashable {
    public let topic: TopicView
    /// The newest first.
    public let episodes: [Row]
    /// `cursor` of the page that follows; none after the last.
    public let nextCursor: String?

    /// One episode of it.
    public struct Row: Encodable, Sendable, Hashable {
        public let id: String
        public let title: String
        public let summary: String
        public let publishedAt: Instant?
        public let show: ShowName
        /// Its own, else the show's.
        public let art: ArtView
    }
}
