import Tenancy

/// The entity tag of a tenant's resource with a revision (RFC 9110 §8.8.3). It contains the tenant, so that tenants never share a tag (spec S1.6).
struct RevisionTag: Sendable, Hashable {
    /// The entity tag as text, with quotes.
    let text: String

    /// Creates the tag of a revision. An inactive resource has another tag, because deactivating it does not change the revision.
    init(_ revision: Int32, isActive: Bool = true, of tenant: TenantID) {
        text = "\"\(tenant).\(revision)\(isActive ? "" : "-off")\""
    }
}
