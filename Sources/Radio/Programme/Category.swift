import Web

/// A section of the line-up (spec R12).
public struct Category: Sendable, Hashable {
    /// The ID of a category, unique within the installation.
    public struct ID: NumberedID {
        public let rawValue: Int64

        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    public let id: ID
    public let name: String
    /// The position in the line-up, lowest first. Equal ranks are ordered by name.
    public let rank: Int32
    public let revision: Int32
}
