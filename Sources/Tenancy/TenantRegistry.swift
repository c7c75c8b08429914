import Postgres

/// Tenants and their hosts as the owner's commands change them. Works as `app_owner`: the schema `control` grants
/// the service nothing.
///
/// Every change is one transaction and notifies `tutti` with `ID,tenant,0` inside it, so that running servers and
/// emitters follow at once.
public struct TenantRegistry: Sendable {
    private let database: Database

    /// - Parameter database: a client whose role is `app_owner`.
    public init(owner database: Database) { self.database = database }

    /// Adds a tenant with its hosts, all or nothing.
    @discardableResult
    public func add(_ tenant: NewTenant) async throws(TenantRegistryError) -> Tenant {
        let hosts = try tenant.hosts.map { host throws(TenantRegistryError) in try Self.name(of: host) }
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
                        throw TenantRegistryError(error, host: host)
                    }
                }
                _ = try await transaction.rows(Self.notification(of: made.id))
                return made
            }
        } catch {
            throw TenantRegistryError(error, tenant: tenant)
        }
    }

    /// Lets a tenant answer to one more host: a name or address, with or without port.
    public func addHost(_ host: String, to slug: String) async throws(TenantRegistryError) {
        let name = try Self.name(of: host)
        try await change(slug, host: name) {
            """
            with changed as (
                insert into control.tenant_host (host, tenant_id)
                select \(name), tenant_id
                  from control.tenant
                 where slug = \(slug)
                returning tenant_id
            )
            select pg_notify('tutti', tenant_id || ',tenant,0')
              from changed
            """
        }
    }

    /// Stops a tenant from answering: its hosts are unknown from now on, and it goes off the air. Nothing is deleted.
    public func disable(_ slug: String) async throws(TenantRegistryError) {
        try await change(slug) {
            """
            with changed as (
                update control.tenant
                   set active = false
                 where slug = \(slug)
                returning tenant_id
            ), silenced as (
                delete from control.on_air
                 using changed
                 where on_air.tenant_id = changed.tenant_id
            )
            select pg_notify('tutti', tenant_id || ',tenant,0')
              from changed
            """
        }
    }

    /// Says whether old XML carries whole seconds (contract, Decided 5).
    public func setIntegerSeconds(_ isInteger: Bool, of slug: String) async throws(TenantRegistryError) {
        try await change(slug) {
            """
            with changed as (
                update control.tenant
                   set integer_seconds = \(isInteger)
                 where slug = \(slug)
                returning tenant_id
            )
            select pg_notify('tutti', tenant_id || ',tenant,0')
              from changed
            """
        }
    }

    /// Says where a tenant's packets go; `nil` parts mean the installation's default. A concert that is on the air
    /// keeps its scope until it is activated again.
    public func setMulticast(_ scope: MulticastScope, of slug: String) async throws(TenantRegistryError) {
        try await change(slug) {
            """
            with changed as (
                update control.tenant
                   set multicast_group = \(scope.group)::inet,
                       multicast_port = \(scope.port),
                       multicast_interface = \(scope.interface)::inet,
                       multicast_ttl = \(scope.ttl)
                 where slug = \(slug)
                returning tenant_id
            )
            select pg_notify('tutti', tenant_id || ',tenant,0')
              from changed
            """
        }
    }

    /// All tenants, disabled ones too, in the order they were added.
    public func list() async throws(TenantRegistryError) -> [RegisteredTenant] {
        do {
            return try await TenantDatabase.decoded(
                database.rows(
                    """
                    select r.*, t.active,
                           coalesce((select string_agg(host, ' ' order by host)
                                       from control.tenant_host h
                                      where h.tenant_id = t.tenant_id), '') as hosts
                      from control.tenant t
                     cross join lateral control.tenant_row(t) r
                     order by t.tenant_id
                    """,
                    idempotent: true))
        } catch {
            throw .database(error)
        }
    }

    /// The tenant of that slug, active or not, or `nil`.
    public func tenant(slug: String) async throws(TenantRegistryError) -> RegisteredTenant? {
        try await list().first { $0.tenant.slug == slug }
    }

    private func change(
        _ slug: String, host: String? = nil, _ statement: () -> SQL
    ) async throws(TenantRegistryError) {
        let rows: [Row]
        do {
            rows = try await database.rows(statement())
        } catch {
            throw TenantRegistryError(error, host: host)
        }
        if rows.isEmpty { throw .unknownTenant(slug) }
    }

    private static func name(of host: String) throws(TenantRegistryError) -> String {
        guard let name = Authority.normalised(host), !name.isEmpty else { throw .badHost(host) }
        return name
    }

    private static func notification(of tenant: TenantID) -> SQL {
        "select pg_notify('tutti', \(tenant.description) || ',tenant,0')"
    }
}
