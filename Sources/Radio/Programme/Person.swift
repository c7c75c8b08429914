import Web

/// A person who makes programmes or is heard in them.
public struct Person: Sendable, Hashable {
    /// The key of a person within its installation.
    public struct ID: NumberedID {
        public let rawValue: Int64

        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    public let id: ID
    public let name: String
    /// The biography; empty if there is none.
    public let biography: String
    public let art: Art.ID?
    /// The revision number, which increases with every change.
    public let revision: Int32
}
