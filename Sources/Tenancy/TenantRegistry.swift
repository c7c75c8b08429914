import Postgres

/// The registry of all tenants and their host names, for the commands of the installation's owner. The registry uses the role `app_owner`, because
/// the service's own role has no rights on the tables of the schema `control`.
///
/// Every change is one transaction that also notifies the channel `tutti` with `ID,tenant,0`, so that running servers and emitters apply
/// the change immediately.
public struct TenantRegistry: Sendable {
    private let database: Database

    /// Creates a registry.
    ///
    /// - Parameter database: a client with the role `app_owner`.
    public init(owner database: Database) { self.database = database }

    /// Adds a tenant with its hosts, in one transaction, and returns the tenant as stored.
    ///
    /// Throws `badHost` for an invalid host and `hostTaken` for a host that is already in use; `slugTaken`, `badSlug`, `badName`, `badLocale` or
    /// `badMulticast` for the other properties; and `database` for any other error.
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

    /// Adds a host name or IP address to a tenant, in one transaction. A port in the text is ignored. Throws `unknownTenant` if no tenant has the
    /// slug, `badHost` for an invalid host, `hostTaken` if a tenant has the host, and `database` for any other error.
    public func addHost(_ host: String, to slug: String) async throws(TenantRegistryError) {
        let name = try Self.hostName(host)
        try await execute(
            on: slug, host: name,
            "select control.add_tenant_host(\(slug), \(name), 'command', \(Self.actor), null) as done")
    }

    /// Removes a host name from a tenant. Throws `unknownTenant` if no tenant has the slug, `badHost` for an invalid host, `unknownHost` if the
    /// tenant does not have the host, and `database` for any other error.
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

    /// Disables a tenant: the tenant's hosts then count as unknown, and its concert goes off the air. No data is deleted. Throws `unknownTenant` if
    /// no tenant has the slug, and `database` for any other error.
    public func disable(_ slug: String) async throws(TenantRegistryError) {
        var change = TenantChange("tenant.disable")
        change.set(.enabled, to: false)
        try await self.change(slug, by: change)
    }

    /// Enables a disabled tenant, so that its hosts resolve to the tenant again. Throws `unknownTenant` if no tenant has the slug, and `database` for
    /// any other error.
    public func enable(_ slug: String) async throws(TenantRegistryError) {
        var change = TenantChange("tenant.enable")
        change.set(.enabled, to: true)
        try await self.change(slug, by: change)
    }

    /// Sets whether the XML of the old API contains times in whole seconds (spec Decided 5). Throws `unknownTenant` if no tenant has the slug, and
    /// `database` for any other error.
    public func setIntegerSeconds(_ isInteger: Bool, of slug: String) async throws(TenantRegistryError) {
        var change = TenantChange()
        change.set(.integerSeconds, to: isInteger)
        try await self.change(slug, by: change)
    }

    /// Sets the multicast scope of a tenant's packets. For parts that are `nil`, the installation's defaults apply. A concert on the air keeps its
    /// scope until the concert is activated again. Throws `unknownTenant` if no tenant has the slug, `badMulticast` for an invalid scope, and
    /// `database` for any other error.
    public func setMulticast(_ scope: MulticastScope, of slug: String) async throws(TenantRegistryError) {
        var change = TenantChange()
        change.set(.multicastGroup, to: scope.group)
        change.set(.multicastPort, to: scope.port)
        change.set(.multicastInterface, to: scope.interface)
        change.set(.multicastTtl, to: scope.ttl)
        try await self.change(slug, by: change)
    }

    /// Applies a change in one transaction. Throws `unknownTenant` if no tenant has the slug; `badName`, `badLocale`, `badTimeZone`, `badLimit`,
    /// `badMulticast` or `badAllowedOrigins` for an invalid value, and no member is changed then; and `database` for any other error.
    public func change(_ slug: String, by change: TenantChange) async throws(TenantRegistryError) {
        let (names, values) = change.columns
        try await execute(
            on: slug, change: change,
            """
            select control.change_tenant(\(slug), jsonb_object(\(names)::text[], \(values)::text[]), \(change.action),
                                         'command', \(Self.actor), null) as done
            """)
    }

    /// Deletes a disabled tenant with all its data, in one transaction. Throws `unknownTenant` if no tenant has the slug, `stillEnabled` for an
    /// enabled tenant, and `database` for any other error.
    public func erase(_ slug: String) async throws(TenantRegistryError) {
        try await execute(on: slug, "select control.erase_tenant(\(slug), 'command', \(Self.actor), null) as done")
    }

    /// Returns all tenants, including disabled ones, in the order in which they were added. Throws `database` for an error of the database.
    public func list() async throws(TenantRegistryError) -> [RegisteredTenant] {
        do {
            return try await database.all("select * from control.registered_tenants()", idempotent: true)
        } catch {
            throw .database(error)
        }
    }

    /// Returns the tenant with this slug, even if disabled, or `nil` if no tenant has the slug. Throws `database` for an error of the database.
    /// O(number of tenants).
    public func tenant(slug: String) async throws(TenantRegistryError) -> RegisteredTenant? {
        try await list().first { $0.tenant.slug == slug }
    }

    /// Runs a statement whose column `done` is false if the tenant does not exist, and throws `unknownTenant` in that case.
    ///
    /// - Parameters:
    ///   - host: the host name in the statement, for the error; `nil` if the statement has none.
    ///   - change: the members in the statement, for the error.
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

    /// The actor of commands in the audit log.
    private static let actor = AuditEvent.Actor.command.name

    /// Returns the stored form of a host name: lower case, without a port. Throws `badHost` for an invalid host name.
    public static func hostName(_ host: String) throws(TenantRegistryError) -> String {
        guard let name = Authority.normalised(host), !name.isEmpty else { throw .badHost(host) }
        return name
    }
}
