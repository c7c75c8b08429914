/// Somebody as everybody sees them.
public struct PersonDetail: Encodable, Sendable, Hashable {
    public let id: String
    public let name: String
    /// Empty where there is none.
    public let biography: String
    public let art: ArtView
    /// The active shows that they make or are heard in, and as what.
    public let shows: [Part]

    /// What somebody does in a show.
    public struct Part: Encodable, Sendable, Hashable {
        public let show: ShowName
        public let role: String
        /// In how many of its episodes; 0 for one who makes the show itself.
        public let episodes: Int64
    }
}
