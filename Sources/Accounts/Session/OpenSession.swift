import FoundationEssentials
import Postgres
import Web

/// One session as its owner sees it in a list, none of its secrets in it.
struct OpenSession: Sendable, Hashable {
    let id: Session.ID
    let kind: Session.Kind
    /// What the owner calls the device, where the log-in named it.
    let device: String?
    /// What the owner calls a token.
    let name: String?
    /// What a token is limited to; `nil` for all that its account may do.
    let scope: Set<Permission>?
    let createdAt: Date
    /// To the minute: use within one minute is noted once.
    let lastUsedAt: Date
    /// When it ends if it is not used any more; a script's token ends then whether used or not.
    let expiresAt: Date
    /// Whether it is the one that asks.
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

/// Whose sessions are asked about, and which of them asks.
struct SessionOwner: Sendable, Hashable {
    let user: User.ID
    /// What the asking session proved itself with.
    let secret: SecretKey
}
