import Tenancy
import Web

/// The long-lived bearer tokens of scripts, as `tutti token create` makes them.
public struct TokenStore: Sendable {
    private let users: UserStore
    private let sessions: SessionStore

    public init(database: TenantDatabase, limits: SessionLimits = SessionLimits()) {
        users = UserStore(database: database)
        sessions = SessionStore(database: database, limits: limits)
    }

    /// A new token of this account; it is told once and stored as a hash only. 404 when nobody has the login.
    public func create(login: String, in tenant: TenantID) async throws -> String {
        guard let user = try await users.user(login: login, in: tenant) else {
            throw APIError(.notFound, code: "no-such-user", "no account of this tenant has this login")
        }
        return try await sessions.startToken(user.id, in: tenant)
    }
}
