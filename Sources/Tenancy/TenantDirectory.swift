import Logging
import Postgres

/// From a host name to its tenant, through `control.resolve_host` only; cached 5 s, misses too, bounded
/// (spec O section 2, "Tenant from the request").
public final class TenantDirectory: Sendable {
    /// - Parameter fallback: the slug that answers for unknown hosts, or `nil` (then 421).
    public init(_ database: Database, fallback: String?, logger: Logger) {}

    /// The tenant of an authority as received ("Hall.example.:8080"), or `nil` when no tenant answers to it.
    public func tenant(authority: String?) async throws(PostgresError) -> Tenant? { nil }

    /// The same from memory alone: `.unknown` means ask `tenant(authority:)`. For the hot path; no allocation
    /// on a hit.
    public func cached(authority: UnsafeBufferPointer<UInt8>) -> CachedTenant { .unknown }

    /// Every tenant that is active, for the emitter and for start-up (`control.active_tenants`).
    public func activeTenants() async throws(PostgresError) -> [ActiveTenant] { [] }

    /// Drops what is cached: a tenant or host has changed.
    public func invalidate() {}
}
