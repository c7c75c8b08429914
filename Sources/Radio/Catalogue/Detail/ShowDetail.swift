/// A show in responses of the public API.
public struct ShowDetail: Encodable, Sendable, Hashable {
    public let id: String
    public let title: String
    public let summary: String
    public let description: String
    /// An RFC 5646 language tag; empty if unknown.
    public let language: String
    public let website: String?
    /// Whether the show is a music show. Music shows cannot be downloaded (spec R58).
    public let isMusic: Bool
    public let isForChildren: Bool
    public let art: ArtView
    /// The active channels that broadcast the show, home channel first.
    public let channels: [ChannelName]
    public let genres: [GenreView]
    public let credits: [CreditView]
    /// The serials of the show, ordered by title, at most 500.
    public let serials: [SerialView]
    public let counts: Counts

    /// A serial of the show.
    public struct SerialView: Encodable, Sendable, Hashable {
        public let id: String
        public let title: String
        public let description: String
        public let totalParts: Int32?
        public let episodes: Int64
    }

    /// The numbers of episodes and broadcasts.
    public struct Counts: Encodable, Sendable, Hashable {
        public let episodes: Int64
        /// The number of episodes that are available on demand now (spec R66).
        public let onDemand: Int64
        /// The number of broadcasts on active channels that have not started and are not cancelled.
        public let upcoming: Int64
    }
}
