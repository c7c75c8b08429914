import Postgres

/// What `TenantRegistry.add` needs.
public struct NewTenant: Sendable, Hashable {
    /// A letter, then letters, digits and hyphens, 63 at most, all lower case.
    public var slug: String
    /// The name for people.
    public var name: String
    /// A BCP 47 tag.
    public var locale = "und"
    /// Names or addresses that it answers to.
    public var hosts: [String] = []
    /// Where its packets go.
    public var multicast = MulticastScope()

    public init(slug: String, name: String) {
        self.slug = slug
        self.name = name
    }
}

/// A tenant as the owner sees it.
public struct RegisteredTenant: Sendable, Hashable {
    public let tenant: Tenant
    /// Whether it answers at all.
    public let isActive: Bool
    /// What it answers to, sorted.
    public let hosts: [String]
}

extension RegisteredTenant: RowDecodable {
    public init(row: Row) throws(PostgresError) {
        tenant = try Tenant(row: row)
        isActive = try row("active")
        // No host holds a space (tenant_host_shape).
        hosts = try row("hosts", as: String.self).split(separator: " ").map(String.init)
    }
}
