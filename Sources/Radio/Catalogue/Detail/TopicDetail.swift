import Web

/// A topic or keyword in responses of the public API.
public struct TopicView: Encodable, Sendable, Hashable {
    public let id: String
    /// The kind: "topic" or "keyword".
    public let kind: String
    public let title: String
    public let art: ArtView
    /// The number of the topic's episodes that belong to an active show and are available on demand now (spec R66).
    public let onDemand: Int64
}

/// A topic or keyword with one page of its episodes that belong to active shows and are available on demand now.
public struct TopicDetail: Encodable, Sendable, Hashable {
    public let topic: TopicView
    /// The episodes on the page, newest `publishedAt` first. Episodes without a time are last.
    public let items: [Row]
    /// The `cursor` of the next page; `nil` on the last page.
    public let next: String?

    /// An episode of the topic.
    public struct Row: Encodable, Sendable, Hashable {
        public let id: String
        public let title: String
        public let summary: String
        public let publishedAt: Instant?
        public let show: ReferenceView
        /// The picture of the episode; if it has none, the picture of the show.
        public let art: ArtView
    }
}
