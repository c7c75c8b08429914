import Postgres
import Tenancy
import Web

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A listener's connection to a SoundCloud account (spec L1). Each listener has at most one connection.
public struct CloudConnection: Sendable, Hashable {
    /// The state of a connection.
    public enum State: String, Sendable, Hashable, Codable, PostgresCodable {
        case connected
        /// SoundCloud no longer accepts the tokens; the listener must connect the account again.
        case broken
    }

    public let state: State
    /// The reason why the connection is broken; empty otherwise.
    public let fault: String
    public let scopes: [String]
    /// The time at which the current access token expires. The server renews the token automatically.
    public let expiresAt: Instant
    public let connectedAt: Instant
    /// The SoundCloud user; `nil` if unknown.
    public let user: CloudURN?
    public let username: String?
    public let permalink: String?
    public let avatar: String?
}

extension CloudConnection: RowDecodable {
    public init(row: Row) throws(PostgresError) {
        state = try row("state")
        fault = try row("fault")
        scopes = try row("scopes", as: String.self).split(separator: " ").map(String.init)
        expiresAt = Instant(try row("expires_at", as: Date.self))
        connectedAt = Instant(try row("connected_at", as: Date.self))
        user = try row.optional("urn")
        username = try row.optional("username")
        permalink = try row.optional("permalink_url", as: String.self).flatMap { $0.isEmpty ? nil : $0 }
        avatar = try row.optional("avatar_url", as: String.self).flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// An account of a tenant as the owner of a library.
public struct Listener: Sendable, Hashable {
    public let tenant: TenantID
    public let account: Int64

    public init(tenant: TenantID, account: Int64) {
        self.tenant = tenant
        self.account = account
    }
}

extension TenantDatabase {
    /// Returns the listener's connection, which may be broken, or `nil` if no account is connected.
    package func connection(of listener: Listener) async throws(PostgresError) -> CloudConnection? {
        try await first(in: listener.tenant, ConnectionStore.selection(of: listener))
    }

    /// Throws 409 if no account is connected or SoundCloud no longer accepts the connection.
    package func requireConnection(of listener: Listener) async throws {
        guard let connection = try await connection(of: listener) else { throw CloudError.notConnected.problem() }
        guard connection.state == .connected else { throw CloudError.grantLost(reason: connection.fault).problem() }
    }
}
