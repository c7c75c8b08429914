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
    /// The biography; may be empty.
    public let biography: String
    public let art: Art.ID?
    /// The revision number, which increases with every change.
    public let revision: Int32
}
