import FoundationEssentials
import Postgres
import Web

/// A session in a list, without its secrets.
struct OpenSession: Sendable, Hashable {
    let id: Session.ID
    let kind: Session.Kind
    /// The name of the session's device; `nil` if the session has no named device.
    let device: String?
    /// The name of an access token; `nil` for other sessions and for a token without a name.
    let name: String?
    /// The permissions of an access token; `nil` for all permissions of the account.
    let scope: Set<Permission>?
    let createdAt: Date
    /// The time of the last use, recorded at most once per minute.
    let lastUsedAt: Date
    /// The time at which the session ends if a browser does not use it again or a device does not refresh it. An access token always ends at this
    /// time.
    let expiresAt: Date
    /// Whether this session sent the request.
    let isCurrent: Bool
}

extension OpenSession: RowDecodable {
    init(row: Row) throws(PostgresError) {
        id = Session.ID(rawValue: try row("session_id"))
        kind = try row.kind("kind")
        device = try row.optional("device")
        name = try row.optional("name")
        scope = try row.scope("scope")
        createdAt = try row("created_at")
        lastUsedAt = try row("last_seen_at")
        expiresAt = try row("ends_at")
        isCurrent = try row("is_current")
    }
}

/// The account whose sessions are listed or changed, and the secret of the session that sent the request. That session may belong to another account.
struct SessionOwner: Sendable, Hashable {
    let user: User.ID
    let secret: SecretKey
}
