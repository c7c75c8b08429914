import FoundationEssentials
import Postgres
import Web

/// An account with all that its owner and its tenant's administrators see of it.
public struct Account: Sendable, Hashable {
    public let user: User
    /// What others read; empty when nobody has said.
    public let displayName: String
    /// Where mail about the account goes.
    public let email: String?
    /// Since when nobody may log in with it.
    public let disabledAt: Date?
    /// "active", "lapsed" or "support-required", as the schema has it.
    public let subscription: String
    public let subscriptionUntil: Date?
    public let createdAt: Date

    public var isDisabled: Bool { disabledAt != nil }
}

extension Account: RowDecodable {
    public init(row: Row) throws(PostgresError) {
        user = try User(row: row)
        displayName = try row("display_name")
        email = try row.optional("email")
        disabledAt = try row.optional("disabled_at")
        subscription = try row("subscription")
        subscriptionUntil = try row.optional("subscription_until")
        createdAt = try row("created_at")
    }
}
