import Web

/// A person who makes programmes or appears in them.
public struct Person: Sendable, Hashable {
    /// The ID of a person, unique within the installation.
    public struct ID: NumberedID {
        public let rawValue: Int64

        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    public let id: ID
    public let name: String
    public let biography: String
    public let art: Art.ID?
    public let revision: Int32
}
