import Postgres

/// The registry of all tenants and their host names, for the commands of the installation's owner. It uses the role `app_owner`, because the
/// service's own role has no rights on the tables of the schema `control`. A change throws `unknownTenant` if no tenant has the slug; all methods
/// throw `database` for an error of the database.
///
/// Every change is one transaction that notifies the channel `tutti` with `ID,tenant,0`; running servers and emitters apply it immediately.
public struct TenantRegistry: Sendable {
    private let database: Database

    /// Creates a registry with a client of the role `app_owner`.
    public init(owner database: Database) { self.database = database }

    /// Adds a tenant with its hosts and returns it as stored. Throws `hostTaken`, `slugTaken`, or a `bad…` case for an invalid value.
    @discardableResult
    public func add(_ tenant: NewTenant) async throws(TenantRegistryError) -> Tenant {
        let hosts = try tenant.hosts.map { host throws(TenantRegistryError) in try Self.hostName(host) }
        do {
            return try await database.transaction { transaction in
                let rows = try await transaction.rows(
                    """
                    insert into control.tenant
                                (slug, name, locale, multicast_group, multicast_port, multicast_interface, multicast_ttl)
                    values (\(tenant.slug), \(tenant.name), \(tenant.locale), \(tenant.multicast.group)::inet,
                            \(tenant.multicast.port), \(tenant.multicast.interface)::inet, \(tenant.multicast.ttl))
                    returning tenant_id
                    """)
                guard let id = try rows.first?("tenant_id", as: TenantID.self),
                    let row = try await transaction.rows(
                        """
                        select r.*
                          from control.tenant t
                         cross join lateral control.tenant_row(t) r
                         where t.tenant_id = \(id)
                        """
                    ).first
                else { throw TenantRegistryError.unknownTenant(tenant.slug) }
                let made = try Tenant(row: row)
                for host in hosts {
                    do throws(PostgresError) {
                        _ = try await transaction.rows(
                            "insert into control.tenant_host (host, tenant_id) values (\(host), \(made.id))")
                    } catch {
                        throw TenantRegistryError(error, tenant: made.slug, host: host)
                    }
                }
                _ = try await transaction.rows(
                    """
                    select control.record_act(\(made.id), \(made.slug), 'tenant.add', 'command', \(Self.actor),
                                              jsonb_build_object('name', \(made.name)), null)
                    """)
                return made
            }
        } catch {
            throw TenantRegistryError(error, tenant: tenant)
        }
    }

    /// Adds a host name or IP address to a tenant; a port is ignored. Throws `badHost` or `hostTaken`.
    public func addHost(_ host: String, to slug: String) async throws(TenantRegistryError) {
        let name = try Self.hostName(host)
        try await execute(
            on: slug, host: name,
            "select control.add_tenant_host(\(slug), \(name), 'command', \(Self.actor), null) as done")
    }

    /// Removes a host name from a tenant. Throws `badHost`, or `unknownHost` if the tenant does not have the host.
    public func removeHost(_ host: String, from slug: String) async throws(TenantRegistryError) {
        let name = try Self.hostName(host)
        do {
            try await execute(
                on: slug,
                "select control.remove_tenant_host(\(slug), \(name), 'command', \(Self.actor), null) as done")
        } catch .unknownTenant {
            guard try await tenant(slug: slug) != nil else { throw .unknownTenant(slug) }
            throw .unknownHost(name)
        }
    }

    /// Disables a tenant: its hosts then count as unknown, and its concert goes off the air. No data is deleted.
    public func disable(_ slug: String) async throws(TenantRegistryError) {
        var change = TenantChange("tenant.disable")
        change.set(.enabled, to: false)
        try await self.change(slug, by: change)
    }

    /// Enables a disabled tenant.
    public func enable(_ slug: String) async throws(TenantRegistryError) {
        var change = TenantChange("tenant.enable")
        change.set(.enabled, to: true)
        try await self.change(slug, by: change)
    }

    /// Sets whether the XML of the old API contains times in whole seconds (spec Decided 5).
    public func setIntegerSeconds(_ isInteger: Bool, of slug: String) async throws(TenantRegistryError) {
        var change = TenantChange()
        change.set(.integerSeconds, to: isInteger)
        try await self.change(slug, by: change)
    }

    /// Sets the multicast scope of a tenant's packets; `nil` parts mean the installation's defaults. A concert on the air keeps its scope until it is
    /// activated again. Throws `badMulticast`.
    public func setMulticast(_ scope: MulticastScope, of slug: String) async throws(TenantRegistryError) {
        var change = TenantChange()
        change.set(.multicastGroup, to: scope.group)
        change.set(.multicastPort, to: scope.port)
        change.set(.multicastInterface, to: scope.interface)
        change.set(.multicastTtl, to: scope.ttl)
        try await self.change(slug, by: change)
    }

    /// Applies a change, or throws `badName`, `badLocale`, `badTimeZone`, `badLimit`, `badMulticast` or `badAllowedOrigins` and changes no member.
    public func change(_ slug: String, by change: TenantChange) async throws(TenantRegistryError) {
        let (names, values) = change.columns
        try await execute(
            on: slug, change: change,
            """
            select control.change_tenant(\(slug), jsonb_object(\(names)::text[], \(values)::text[]), \(change.action),
                                         'command', \(Self.actor), null) as done
            """)
    }

    /// Deletes a disabled tenant with all its data. Throws `stillEnabled` for an enabled tenant.
    public func erase(_ slug: String) async throws(TenantRegistryError) {
        try await execute(on: slug, "select control.erase_tenant(\(slug), 'command', \(Self.actor), null) as done")
    }

    /// Returns all tenants, including disabled ones, in the order in which they were added.
    public func list() async throws(TenantRegistryError) -> [RegisteredTenant] {
        do {
            return try await database.all("select * from control.registered_tenants()", idempotent: true)
        } catch {
            throw .database(error)
        }
    }

    /// Returns the tenant with this slug, even if disabled; `nil` if there is none. O(number of tenants).
    public func tenant(slug: String) async throws(TenantRegistryError) -> RegisteredTenant? {
        try await list().first { $0.tenant.slug == slug }
    }

    /// Runs a statement whose column `done` is false if the tenant does not exist. The error names `host` and the members of `change`.
    private func execute(
        on slug: String, host: String? = nil, change: TenantChange = TenantChange(), _ statement: SQL
    ) async throws(TenantRegistryError) {
        let isDone: Bool?
        do {
            isDone = try await database.rows(statement).first?("done")
        } catch {
            throw TenantRegistryError(error, tenant: slug, host: host, change: change)
        }
        if isDone != true { throw .unknownTenant(slug) }
    }

    private static let actor = AuditEvent.Actor.command.name

    /// Returns the stored form of a host name: lower case, without port, brackets and final dot. Throws `badHost`.
    public static func hostName(_ host: String) throws(TenantRegistryError) -> String {
        guard let name = Authority.normalised(host), !name.isEmpty else { throw .badHost(host) }
        return name
    }
}
