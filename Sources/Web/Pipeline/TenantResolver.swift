import Tenancy

/// From the authority of a request to its tenant.
public protocol TenantResolver: Sendable {
    /// The tenant that answers for this authority as received, "Hall.example.:8080", or `nil`, which becomes
    /// 421. `nil` is also the authority of an HTTP/1.0 request that sends no Host.
    func tenant(for authority: String?) async throws -> Tenant?

    /// The same as it was last known, from memory alone.
    func knownTenant(for authority: String?) -> Tenant?
}

extension TenantResolver {
    /// Nothing is in memory.
    public func knownTenant(for authority: String?) -> Tenant? { nil }
}

extension TenantDirectory: TenantResolver {
    public func tenant(for authority: String?) async throws -> Tenant? {
        try await tenant(authority: authority)
    }

    public func knownTenant(for authority: String?) -> Tenant? {
        lastKnown(authority: authority)
    }
}

/// The hosts that tenants have, without the tenant that answers for unknown ones: for addresses that are given to people.
public struct TenantHosts: TenantResolver {
    private let directory: TenantDirectory

    public init(_ directory: TenantDirectory) { self.directory = directory }

    public func tenant(for authority: String?) async throws -> Tenant? {
        try await directory.owner(ofHost: authority)
    }
}
