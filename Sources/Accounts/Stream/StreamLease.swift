import FoundationEssentials
import Postgres
import Web

/// A stream that an account plays on one device. The stream ends unless the player renews it, so that a device that is switched off occupies a stream
/// for at most a minute.
struct StreamLease: Sendable, Hashable {
    /// The ID of a stream within its tenant.
    struct ID: NumberedID {
        let rawValue: Int64
    }

    let id: ID
    /// The name of the device; may be empty.
    let device: String
    let startedAt: Date
    let expiresAt: Date

    /// The time in seconds after which a stream ends unless the player renews it. A player should renew its stream after half of this time.
    static let lifetime: Int64 = 60
    /// The maximum length of a device name, in characters.
    static let deviceLimit = 100
    /// The maximum number of streams per account if the tenant sets no limit.
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

/// The decision whether one more stream may start, with the IDs of the streams that must end first.
enum StreamRule: Sendable, Hashable {
    case start(ending: [StreamLease.ID])
    case refuse

    /// Decides whether one more stream may start.
    ///
    /// - Parameters:
    ///   - open: the account's streams, oldest first.
    ///   - limit: the maximum number of simultaneous streams, at least 1.
    ///   - takesOver: whether the oldest streams may be ended for the new stream.
    static func decide(open: [StreamLease], limit: Int, takesOver: Bool) -> StreamRule {
        // More than 1 if the tenant has lowered its limit.
        let tooMany = open.count - limit + 1
        guard tooMany > 0 else { return .start(ending: []) }
        return takesOver ? .start(ending: open.prefix(tooMany).map(\.id)) : .refuse
    }
}
