import Postgres
import Web

/// The ID, slug and name of a channel, as included in other resources.
public struct ChannelName: Encodable, Sendable, Hashable {
    public let id: String
    public let slug: String
    public let name: String
}

/// A genre in responses of the public API.
public struct GenreView: Encodable, Sendable, Hashable {
    public let id: String
    public let name: String
    /// A TV-Anytime ContentCS term or the station's own code; `nil` if the genre has none.
    public let code: String?

    init(_ genre: Genre) {
        id = genre.id.description
        name = genre.name
        code = genre.code
    }
}

/// A person's role in a show or episode, in responses of the public API.
public struct CreditView: Encodable, Sendable, Hashable {
    public let person: ReferenceView
    public let role: String

    /// Creates a credit from the columns `person_id`, `name` and `role`.
    init(row: Row) throws(PostgresError) {
        person = ReferenceView(id: String(try row("person_id", as: Int64.self)), name: try row("name"))
        role = try row("role")
    }
}
