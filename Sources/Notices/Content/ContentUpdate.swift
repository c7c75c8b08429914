import FoundationEssentials
import Postgres
import Web

/// The revision of a tenant's catalogue, which each announcement increases by one (spec R7).
public struct ContentRevision: Sendable, Hashable, Comparable, RawRepresentable {
    public let rawValue: Int32

    public init(rawValue: Int32) { self.rawValue = rawValue }

    public static func < (left: ContentRevision, right: ContentRevision) -> Bool { left.rawValue < right.rawValue }
}

/// An announcement of new content, with a message for listeners.
struct ContentUpdate: Sendable, Hashable {
    let revision: ContentRevision
    let message: String
    let createdAt: Instant
}

extension ContentUpdate: RowDecodable {
    init(row: Row) throws(PostgresError) {
        revision = ContentRevision(rawValue: try row("revision"))
        message = try row("message")
        createdAt = Instant(try row("created_at", as: Date.self))
    }
}
