import Postgres

/// What every part of the service may know of a tenant.
public struct Tenant: Sendable, Hashable {
    public let id: TenantID
    public let slug: String
    public let name: String
    /// A BCP 47 tag; "und" when the tenant has not said.
    public let locale: String
    /// Old XML carries whole seconds for clients that parse integers (spec I10).
    public let integerSeconds: Bool
    /// Where this tenant's packets go; a `nil` part means the installation's default.
    public let multicast: MulticastScope

    public init(
        id: TenantID, slug: String, name: String, locale: String, integerSeconds: Bool, multicast: MulticastScope
    ) {
        self.id = id
        self.slug = slug
        self.name = name
        self.locale = locale
        self.integerSeconds = integerSeconds
        self.multicast = multicast
    }
}

/// The multicast group, port and outgoing interface of a tenant (spec I22).
public struct MulticastScope: Sendable, Hashable {
    public var group: String?
    public var port: Int?
    public var interface: String?
    public var ttl: Int?

    public init(group: String? = nil, port: Int? = nil, interface: String? = nil, ttl: Int? = nil) {
        self.group = group
        self.port = port
        self.interface = interface
        self.ttl = ttl
    }
}

extension Tenant: RowDecodable {
    /// Reads the columns that `control.resolve_host` and `control.active_tenants` share.
    public init(row: Row) throws(PostgresError) {
        id = TenantID(rawValue: try row("tenant_id"))
        slug = try row("slug")
        name = try row("name")
        locale = try row("locale")
        integerSeconds = try row("integer_seconds")
        multicast = MulticastScope(
            group: try row.optional("multicast_group"), port: try row.optional("multicast_port"),
            interface: try row.optional("multicast_interface"), ttl: try row.optional("multicast_ttl"))
    }
}
