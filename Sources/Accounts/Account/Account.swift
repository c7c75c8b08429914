import FoundationEssentials
import Postgres
import Web

/// An account as shown to the account's owner and to the tenant's administrators.
public struct Account: Sendable, Hashable {
    public let user: User
    /// The name that other people see; empty if the account has none.
    public let displayName: String
    /// The address for mail about the account; `nil` if there is none.
    public let email: String?
    /// The time at which the account was disabled; `nil` if the account is enabled.
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
