import FoundationEssentials
import Postgres
import Tenancy
import Web

/// The store of all tenants. Its statements call functions of the schema `control`, which require a platform session (migration 0006), so that the
/// service's role cannot call them without one. Each method throws 401 if the caller's session has ended, and 404 for an unknown tenant.
struct PlatformTenantStore: Sendable {
    let database: Database

    /// Returns all tenants, including disabled ones, in the order in which they were added.
    func tenants(_ caller: PlatformCaller) async throws -> [RegisteredTenant] {
        let rows = try await rows("select * from control.platform_tenants(\(caller.key))")
        return try rows.map { try RegisteredTenant(row: $0) }
    }

    /// Returns the tenant with this short name. O(number of tenants).
    func tenant(_ slug: String, _ caller: PlatformCaller) async throws -> RegisteredTenant {
        guard let found = try await tenants(caller).first(where: { $0.tenant.slug.utf8.elementsEqual(slug.utf8) })
        else { throw Self.unknown }
        return found
    }

    /// Returns whether a tenant has an administrator, an open invitation or neither.
    func administrator(_ slug: String, _ caller: PlatformCaller) async throws -> AdministratorStatus {
        let found = try await rows(
            """
            select has_administrator, invited_until
              from control.platform_administrator(\(caller.key), \(slug))
            """)
        guard let row = found.first else { throw Self.unknown }
        if try row("has_administrator", as: Bool.self) { return .present }
        return try row.optional("invited_until", as: Date.self).map { .invited(until: $0) } ?? .missing
    }

    /// Adds a tenant with its hosts and the further settings in `change`, in one transaction with the audit event. Throws 409 if another tenant has
    /// the short name or a host name, and 422 for an invalid value.
    func add(
        _ slug: String, name: String, hosts: [String], change: TenantChange, _ caller: PlatformCaller,
        requestID: String
    ) async throws {
        let (names, values) = change.columns
        let hosts = try hosts.map { host in
            do throws(TenantRegistryError) { return try TenantRegistry.hostName(host) } catch { throw error.shown }
        }
        var members = change
        members.set(.name, to: name)
        _ = try await rows(
            tenant: slug, change: members,
            """
            select control.platform_add_tenant(
                       \(caller.key), \(slug), \(name), \(hosts)::text[],
                       jsonb_object(\(names)::text[], \(values)::text[]), \(requestID))
            """)
    }

    /// Changes a tenant, in one transaction with the audit event. Throws 422 for an invalid value.
    func change(_ slug: String, by change: TenantChange, _ caller: PlatformCaller, requestID: String) async throws {
        let (names, values) = change.columns
        try await execute(
            tenant: slug, change: change,
            """
            select control.platform_change_tenant(
                       \(caller.key), \(slug), jsonb_object(\(names)::text[], \(values)::text[]), \(change.action),
                       \(requestID)) as done
            """)
    }

    /// Adds a host name to a tenant, unless the tenant has it already. Throws 409 if another tenant has it, and 422 for an invalid host name.
    func addHost(_ host: String, to slug: String, _ caller: PlatformCaller, requestID: String) async throws {
        let name: String
        do throws(TenantRegistryError) { name = try TenantRegistry.hostName(host) } catch { throw error.shown }
        if try await tenant(slug, caller).hosts.contains(where: { $0.utf8.elementsEqual(name.utf8) }) { return }
        try await execute(
            tenant: slug, host: name,
            "select control.platform_add_host(\(caller.key), \(slug), \(name), \(requestID)) as done")
    }

    /// Removes a host name from a tenant. Throws 404 if the tenant does not have it, and 422 for an invalid host name.
    func removeHost(_ host: String, from slug: String, _ caller: PlatformCaller, requestID: String) async throws {
        let name: String
        do throws(TenantRegistryError) { name = try TenantRegistry.hostName(host) } catch { throw error.shown }
        try await execute(
            tenant: slug, host: name,
            "select control.platform_remove_host(\(caller.key), \(slug), \(name), \(requestID)) as done",
            missing: Self.unknownHost)
    }

    /// Erases a disabled tenant with all its data, in one transaction. Throws 409 for a tenant that is not disabled.
    func erase(_ slug: String, _ caller: PlatformCaller, requestID: String) async throws {
        try await execute(
            tenant: slug, "select control.platform_erase_tenant(\(caller.key), \(slug), \(requestID)) as done")
    }

    private func execute(
        tenant slug: String, host: String? = nil, change: TenantChange = TenantChange(), _ statement: SQL,
        missing: APIError = Self.unknown
    ) async throws {
        let rows = try await rows(tenant: slug, host: host, change: change, statement)
        guard try rows.first?("done", as: Bool.self) == true else { throw missing }
    }

    /// Runs a statement and translates its errors. The other arguments are the values in the statement, so that the error can name the refused value.
    private func rows(
        tenant slug: String = "", host: String? = nil, change: TenantChange = TenantChange(), _ statement: SQL
    ) async throws -> [Row] {
        do throws(PostgresError) {
            return try await database.rows(statement)
        } catch {
            // The session ended after the request was authenticated.
            if error.sqlState == "28000" {
                throw APIError(.unauthorized, code: .notLoggedIn, "sign in as a platform administrator first")
            }
            let refusal = TenantRegistryError(error, tenant: slug, host: host, change: change)
            if case .database = refusal { throw error }
            throw refusal.shown
        }
    }

    private static let unknown = APIError(
        .notFound, code: .noSuchTenant,
        "there is no tenant with this short name: GET /api/v1/platform/tenants lists the tenants")
    private static let unknownHost = APIError(
        .notFound, code: .noSuchTenant,
        "there is no tenant with this short name, or the tenant does not have this host name: "
            + "GET /api/v1/platform/tenants lists the tenants with their host names")
}

extension TenantRegistryError {
    fileprivate var shown: APIError {
        switch self {
        case .unknownTenant:
            APIError(
                .notFound, code: .noSuchTenant,
                "there is no tenant with this short name: GET /api/v1/platform/tenants lists the tenants")
        case .unknownHost:
            APIError(
                .notFound, code: .noSuchTenant,
                "the tenant does not have this host name: GET /api/v1/platform/tenants lists the tenants with their host names"
            )
        case .slugTaken:
            APIError(
                .conflict, code: .slugTaken,
                "another tenant already has this short name: choose another short name")
        case .hostTaken:
            APIError(
                .conflict, code: .hostTaken,
                "another tenant already has this host name: choose another host name")
        case .stillEnabled:
            APIError(
                .conflict, code: .tenantEnabled, "only a disabled tenant can be erased; disable the tenant first")
        case .badSlug(let slug):
            .invalid(
                "/slug",
                "must be 1 to 63 lower-case letters (a to z), digits or hyphens, beginning with a letter, found \(Self.quoted(slug))"
            )
        case .badName(let name):
            .invalid("/name", "must not be empty or contain control characters, found \(Self.quoted(name))")
        case .badHost(let host):
            .invalid(
                "/hosts",
                "must contain only host names, such as hall.example, and IP addresses, found \(Self.quoted(host))")
        case .badLocale(let locale):
            .invalid("/locale", "must be a BCP 47 tag, such as cs or en-GB, found \(Self.quoted(locale))")
        case .badTimeZone(let zone):
            .invalid("/timeZone", "must be an IANA time zone, such as Europe/Prague, found \(Self.quoted(zone))")
        case .badAllowedOrigins(let origins):
            .invalid("/allowedOrigins", "\(AllowedOrigins.rule), found \(Self.quoted(origins))")
        case .badLimit(let name, let value):
            .invalid("/limits", "must be whole numbers above zero, found \(Self.quoted(value)) for \(name)")
        case .badMulticast(let reason): .invalid("/multicast", "cannot be used: \(reason)")
        case .database: APIError(.internalServerError, code: .internalError, "an error occurred on the server")
        }
    }
}
