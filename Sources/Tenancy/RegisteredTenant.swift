import Postgres

/// The properties of a tenant to add with `TenantRegistry.add`.
public struct NewTenant: Sendable, Hashable {
    /// The short name: at most 63 lower-case letters, digits and hyphens, beginning with a letter.
    public var slug: String
    /// The display name.
    public var name: String
    /// The language as a BCP 47 tag; "und" is undetermined.
    public var locale = "und"
    /// The host names or IP addresses.
    public var hosts: [String] = []
    /// The multicast scope; `nil` parts mean the installation's defaults.
    public var multicast = MulticastScope()

    public init(slug: String, name: String) {
        self.slug = slug
        self.name = name
    }
}

/// A tenant with its hosts and its state.
public struct RegisteredTenant: Sendable, Hashable {
    public let tenant: Tenant
    /// Whether the tenant is enabled. The hosts of a disabled tenant count as unknown.
    public let isActive: Bool
    /// The host names, sorted, without ports.
    public let hosts: [String]
}

extension RegisteredTenant: RowDecodable {
    public init(row: Row) throws(PostgresError) {
        tenant = try Tenant(row: row)
        isActive = try row("active")
        // Host names contain no spaces (constraint `tenant_host_shape`).
        hosts = try row("hosts", as: String.self).split(separator: " ").map(String.init)
    }
}
