import Tenancy

/// A type that finds the tenant for the authority of a request.
public protocol TenantResolver: Sendable {
    /// Returns the tenant for an authority as received, such as "Hall.example.:8080". For a host that no tenant has, returns the default tenant, or
    /// `nil` if there is none. The authority is `nil` for an HTTP/1.0 request without Host.
    func tenant(for authority: String?) async throws -> Tenant?

    /// Returns the tenant last known for an authority, from memory only; `nil` if none is known.
    func knownTenant(for authority: String?) -> Tenant?
}

extension TenantResolver {
    /// Returns `nil`, for a resolver that keeps no tenants in memory.
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

/// A resolver without the default tenant for unknown hosts, for URLs that are sent to people.
public struct TenantHosts: TenantResolver {
    private let directory: TenantDirectory

    public init(_ directory: TenantDirectory) { self.directory = directory }

    public func tenant(for authority: String?) async throws -> Tenant? {
        try await directory.owner(ofHost: authority)
    }
}
