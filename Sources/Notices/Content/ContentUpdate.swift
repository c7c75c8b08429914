import FoundationEssentials
import Postgres
import Web

/// How often the catalogue of a tenant has been made anew (spec R7).
public struct ContentRevision: Sendable, Hashable, Comparable, RawRepresentable {
    public let rawValue: Int32

    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The field that tells it with every stream an app begins (spec R7).
    public static let fieldName = "X-Content-Revision"

    public static func < (left: ContentRevision, right: ContentRevision) -> Bool { left.rawValue < right.rawValue }
}

/// What is new in the catalogue, in words for listeners.
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
