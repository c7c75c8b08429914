import Web

/// A genre of shows, episodes and channels.
public struct Genre: Sendable, Hashable {
    /// The ID of a genre, unique within the installation.
    public struct ID: NumberedID {
        public let rawValue: Int64

        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    public let id: ID
    public let name: String
    /// A TV-Anytime ContentCS term, such as "urn:tva:metadata:cs:ContentCS:2011:3.1.1", or a code of the station's own scheme; `nil` if there is
    /// none.
    public let code: String?
    public let revision: Int32

    public init(
        id: ID, name: String, code: String?, revision: Int32
    ) {
        self.id = id
        self.name = name
        self.code = code
        self.revision = revision
    }
}
