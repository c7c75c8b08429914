/// What memory knows about an authority.
public enum CachedTenant: Sendable, Hashable {
    /// This tenant answers to it.
    case hit(Tenant)
    /// No tenant answers to it (421), as asked a moment ago.
    case miss
    /// Not known, or no longer: ask `TenantDirectory.tenant(authority:)`.
    case unknown
}
