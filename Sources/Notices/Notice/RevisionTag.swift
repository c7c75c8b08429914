import Tenancy

/// The entity tag of something of a tenant that has a revision (RFC 9110 §8.8.3). It names the tenant: what one has must
/// not look like what another's client knows already (spec S1.6).
struct RevisionTag: Sendable, Hashable {
    /// With its quotes.
    let text: String

    init(_ revision: Int32, isActive: Bool = true, of tenant: TenantID) {
        text = "\"\(tenant).\(revision)\(isActive ? "" : "-off")\""
    }
}
