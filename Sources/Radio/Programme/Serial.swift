import Web

/// A series within a show, with a first and a last part ("series" in the BBC Programmes ontology).
public struct Serial: Sendable, Hashable {
    /// The ID of a serial, unique within the installation.
    public struct ID: NumberedID {
        public let rawValue: Int64

        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    public let id: ID
    public let show: Show.ID
    public let title: String
    public let description: String
    public let totalParts: Int32?
    public let art: Art.ID?
    public let revision: Int32
}
