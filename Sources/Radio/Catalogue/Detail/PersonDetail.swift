import Web

/// A person in responses of the public API.
public struct PersonDetail: Encodable, Sendable, Hashable {
    public let id: String
    public let name: String
    /// The biography; may be empty.
    public let biography: String
    public let art: ArtView
    /// The person's roles in active shows, ordered by the show's title, at most 500.
    public let shows: [Part]

    /// A person's role in a show.
    public struct Part: Encodable, Sendable, Hashable {
        public let show: ReferenceView
        public let role: String
        /// The number of episodes in which the person has the role; 0 if the person has the role only in the show as a whole.
        public let episodes: Int64
    }
}
