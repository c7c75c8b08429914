import FoundationEssentials
import Postgres
import Web

/// A stream that an account plays on one device. It lives as long as the player renews it, so that a phone that lost
/// its battery holds nothing for longer than `lifetime`.
struct StreamLease: Sendable, Hashable {
    /// The key of a stream within its tenant.
    struct ID: NumberedID {
        let rawValue: Int64
    }

    let id: ID
    /// What the owner calls the device; empty where the player did not say.
    let device: String
    let startedAt: Date
    let expiresAt: Date

    /// In seconds. A player renews at half of it.
    static let lifetime: Int64 = 60
    /// In characters.
    static let deviceLimit = 100
    /// How many streams an account may play where the tenant allows any number.
    static let most = 100
}

extension StreamLease: RowDecodable {
    init(row: Row) throws(PostgresError) {
        id = ID(rawValue: try row("lease_id"))
        device = try row("device")
        startedAt = try row("started_at")
        expiresAt = try row("expires_at")
    }
}

/// Whether one more stream may start, and what ends for it.
enum StreamRule: Sendable, Hashable {
    case start(ending: [StreamLease.ID])
    case refuse

    /// - Parameters:
    ///   - open: the account's streams, the oldest first.
    ///   - limit: how many it may play at once; at least one.
    ///   - takesOver: whether the oldest may be ended to make room.
    static func decide(open: [StreamLease], limit: Int, takesOver: Bool) -> StreamRule {
        // More than one too many where the tenant has lowered its limit since.
        let tooMany = open.count - limit + 1
        guard tooMany > 0 else { return .start(ending: []) }
        return takesOver ? .start(ending: open.prefix(tooMany).map(\.id)) : .refuse
    }
}
