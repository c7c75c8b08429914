import FoundationEssentials
import Postgres
import Web

/// An account as its owner and the tenant's administrators see it.
public struct Account: Sendable, Hashable {
    public let user: User
    /// The person's name, which the owner and the administrators see; may be empty.
    public let displayName: String
    /// The email address for messages about the account; `nil` if the account has no address.
    public let email: String?
    /// The time at which the account was disabled; `nil` if it is enabled.
    public let disabledAt: Date?
    /// The state of the subscription as stored: "active", "lapsed" or "support-required".
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
