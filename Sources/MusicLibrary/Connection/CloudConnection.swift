import Postgres
import Tenancy
import Web

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A listener's account at SoundCloud as this server may act for it (spec L1): exactly one.
public struct CloudConnection: Sendable, Hashable {
    /// Whether it can be used.
    public enum State: String, Sendable, Hashable, Codable, PostgresCodable {
        case connected
        /// SoundCloud no longer accepts it: the listener has to connect again.
        case broken
    }

    public let state: State
    /// Why it is broken; empty otherwise.
    public let fault: String
    public let scopes: [String]
    /// Of the present access token; another follows by itself.
    public let expiresAt: Instant
    public let connectedAt: Instant
    /// Whose account it is there, once that is known.
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

/// Who is connected: an account of a tenant.
public struct Listener: Sendable, Hashable {
    public let tenant: TenantID
    public let account: Int64

    public init(tenant: TenantID, account: Int64) {
        self.tenant = tenant
        self.account = account
    }
}
