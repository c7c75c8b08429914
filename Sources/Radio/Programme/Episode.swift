import Web

/// A programme of a show ("episode" in the BBC Programmes ontology).
public struct Episode: Sendable, Hashable {
    /// The ID of an episode, unique within the installation.
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
    public let part: Int32?
    public let season: Int32?
    public let art: Art.ID?
    /// The time of the first broadcast or publication, past or planned; `nil` if unknown.
    public let publishedAt: Instant?
    public let revision: Int32
}
