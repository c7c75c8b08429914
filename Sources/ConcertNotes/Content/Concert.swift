import Postgres

/// A concert of a tenant, without its content (`Programme`).
public struct Concert: Sendable, Hashable {
    public let id: ID
    /// The short name in commands and URLs: 1 to 63 of the characters `[a-z0-9-]`, not beginning with a hyphen.
    public let slug: String
    public let title: String
    /// A number that starts at 1 and increases by one with every change of the content.
    public let revision: Int
    /// The time of the last change of the content, in whole seconds since 1970.
    public let changedAt: Int64

    /// The key of a concert in the database.
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
