import Postgres
import Web

/// The id and title of a show, as other resources refer to it.
public struct ShowName: Encodable, Sendable, Hashable {
    public let id: String
    public let title: String
}

/// The id, slug and name of a channel, as other resources refer to it.
public struct ChannelName: Encodable, Sendable, Hashable {
    public let id: String
    public let slug: String
    public let name: String
}

/// A genre in responses of the public API.
public struct GenreView: Encodable, Sendable, Hashable {
    public let id: String
    public let name: String
    /// A term of TV-Anytime's ContentCS; `nil` if the genre has none.
    public let code: String?

    init(_ genre: Genre) {
        id = genre.id.description
        name = genre.name
        code = genre.code
    }
}

/// A person's part in a show or episode.
public struct CreditView: Encodable, Sendable, Hashable {
    public let person: PersonName
    public let role: String

    /// The id and name of a person.
    public struct PersonName: Encodable, Sendable, Hashable {
        public let id: String
        public let name: String
    }

    /// Reads the columns `person_id`, `name` and `role`.
    init(row: Row) throws(PostgresError) {
        person = PersonName(id: String(try row("person_id", as: Int64.self)), name: try row("name"))
        role = try row("role")
    }
}
