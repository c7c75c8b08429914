import Postgres

/// One concert of a tenant, as the list of concerts knows it. What it plays is its `Programme`.
public struct Concert: Sendable, Hashable {
    public let id: ID
    /// What it is called in commands and addresses: `[a-z0-9-]`, from the name of the folder.
    public let slug: String
    public let title: String
    /// Rises by one with every change of the content; starts at 1.
    public let revision: Int
    /// When the content last changed, in whole seconds since 1970.
    public let changedAt: Int64

    /// A key in the database.
    public struct ID: Sendable, Hashable, RawRepresentable, CustomStringConvertible {
        public let rawValue: Int64

        public init(rawValue: Int64) { self.rawValue = rawValue }

        public var description: String { String(rawValue) }
    }

    public init(id: ID, slug: String, title: String, revision: Int, changedAt: Int64) {
        self.id = id
        self.slug = slug
        self.title = title
        self.revision = revision
        self.changedAt = changedAt
    }
}

extension Concert.ID: PostgresCodable {}
