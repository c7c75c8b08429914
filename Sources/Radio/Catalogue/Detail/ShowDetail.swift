/// A show as everybody sees it.
public struct ShowDetail: Encodable, Sendable, Hashable {
    public let id: String
    public let title: String
    public let summary: String
    public let description: String
    /// RFC 5646; empty for unknown.
    public let language: String
    public let website: String?
    /// Music is never downloaded (spec R58).
    public let isMusic: Bool
    public let isForChildren: Bool
    public let art: ArtView
    /// Where it is on; the first is its home.
    public let channels: [ChannelName]
    public let genres: [GenreView]
    public let credits: [CreditView]
    public let serials: [SerialView]
    public let counts: Counts

    /// A series in it.
    public struct SerialView: Encodable, Sendable, Hashable {
        public let id: String
        public let title: String
        public let description: String
        public let totalParts: Int32?
        public let episodes: Int64
    }

    /// How much there is of it.
    public struct Counts: Encodable, Sendable, Hashable {
        public let episodes: Int64
        /// Those that can be heard now (spec R66).
        public let onDemand: Int64
        /// Broadcasts that have yet to begin.
        public let upcoming: Int64
    }
}
