import Postgres
import Web

/// A show as others name it.
public struct ShowName: Encodable, Sendable, Hashable {
    public let id: String
    public let title: String
}

/// A channel as others name it.
public struct ChannelName: Encodable, Sendable, Hashable {
    public let id: String
    public let slug: String
    public let name: String
}

/// A genre as everybody sees it.
public struct GenreView: Encodable, Sendable, Hashable {
    public let id: String
    public let name: String
    /// A term of TV-Anytime's ContentCS, where there is one.
    public let code: String?

    init(_ genre: Genre) {
        id = genre.id.description
        name = genre.name
        code = genre.code
    }
}

/// Somebody who made something, and as what.
public struct CreditView: Encodable, Sendable, Hashable {
    public let person: PersonName
    public let role: String

    /// Somebody as others name them.
    public struct PersonName: Encodable, Sendable, Hashable {
        public let id: String
        public let name: String
    }

    /// Reads `person_id`, `name` and `role`.
    init(row: Row) throws(PostgresError) {
        person = PersonName(id: String(try row("person_id", as: Int64.self)), name: try row("name"))
        role = try row("role")
    }
}
