import Web

/// A programme of a show (BBC Programmes ontology, "episode").
public struct Episode: Sendable, Hashable {
    /// The key of an episode within its installation.
    public struct ID: NumberedID {
        public let rawValue: Int64

        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    public let id: ID
    public let show: Show.ID
    public let serial: Serial.ID?
    public let title: String
    public let summary: String
    public let description: String
    /// The number of the part in the serial; `nil` if the episode has no part number.
    public let part: Int32?
    public let season: Int32?
    public let art: Art.ID?
    /// The time of the first broadcast or publication, past or planned; `nil` if unknown.
    public let publishedAt: Instant?
    /// The revision number, which increases with every change.
    public let revision: Int32
}
