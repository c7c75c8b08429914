import FoundationEssentials
import Postgres
import Tenancy
import Web

/// All tenants, through the doors of `control` that ask for a session of the platform (migration 0006). The service's
/// role may open none of them without one.
struct PlatformTenantStore: Sendable {
    let database: Database

    /// All tenants, disabled ones too, in the order they were added.
    func tenants(_ caller: PlatformCaller) async throws -> [RegisteredTenant] {
        let rows = try await rows("select * from control.platform_tenants(\(caller.key))")
        return try rows.map { try RegisteredTenant(row: $0) }
    }

    /// The tenant of a slug; 404 without one.
    func tenant(_ slug: String, _ caller: PlatformCaller) async throws -> RegisteredTenant {
        guard let found = try await tenants(caller).first(where: { $0.tenant.slug.utf8.elementsEqual(slug.utf8) })
        else { throw Self.unknown }
        return found
    }

    /// Whether a tenant has an administrator, or an invitation that waits for one; 404 without such a tenant.
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

    /// Adds a tenant with its hosts and all else that is said of it, or nothing.
    func add(
        _ slug: String, name: String, hosts: [String], change: TenantChange, _ caller: PlatformCaller,
        requestID: String
    ) async throws {
        let (names, values) = change.columns
        let hosts = try hosts.map { host in
            do throws(TenantRegistryError) { return try TenantRegistry.hostName(host) } catch { throw error.shown }
        }
        _ = try await rows(
            """
            select control.platform_add_tenant(
                       \(caller.key), \(slug), \(name), \(hosts)::text[],
                       jsonb_object(\(names)::text[], \(values)::text[]), \(requestID))
            """)
    }

    /// Changes what is named, all of it or nothing; 404 without such a tenant.
    func change(_ slug: String, by change: TenantChange, _ caller: PlatformCaller, requestID: String) async throws {
        let (names, values) = change.columns
        try await act(
            """
            select control.platform_change_tenant(
                       \(caller.key), \(slug), jsonb_object(\(names)::text[], \(values)::text[]), \(change.action),
                       \(requestID)) as done
            """)
    }

    /// Lets a tenant answer to a host. Once more for the same tenant changes nothing.
    func addHost(_ host: String, to slug: String, _ caller: PlatformCaller, requestID: String) async throws {
        let name: String
        do throws(TenantRegistryError) { name = try TenantRegistry.hostName(host) } catch { throw error.shown }
        if try await tenant(slug, caller).hosts.contains(where: { $0.utf8.elementsEqual(name.utf8) }) { return }
        try await act("select control.platform_add_host(\(caller.key), \(slug), \(name), \(requestID)) as done")
    }

    /// Lets a tenant answer to a host no more; 404 when it does not.
    func removeHost(_ host: String, from slug: String, _ caller: PlatformCaller, requestID: String) async throws {
        let name: String
        do throws(TenantRegistryError) { name = try TenantRegistry.hostName(host) } catch { throw error.shown }
        try await act("select control.platform_remove_host(\(caller.key), \(slug), \(name), \(requestID)) as done")
    }

    /// Takes a disabled tenant away with every row that it has.
    func erase(_ slug: String, _ caller: PlatformCaller, requestID: String) async throws {
        try await act("select control.platform_erase_tenant(\(caller.key), \(slug), \(requestID)) as done")
    }

    private func act(_ statement: SQL) async throws {
        guard try await rows(statement).first?("done", as: Bool.self) == true else { throw Self.unknown }
    }

    private func rows(_ statement: SQL) async throws -> [Row] {
        do throws(PostgresError) {
            return try await database.rows(statement)
        } catch {
            // The session ended between the look at it and the act.
            if error.sqlState == "28000" { throw APIError(.unauthorized, code: "not-logged-in", "sign in first") }
            if case .database = TenantRegistryError(error) { throw error }
            throw TenantRegistryError(error).shown
        }
    }

    private static let unknown = APIError(
        .notFound, code: "no-such-tenant", "no such tenant, or the tenant has no such host name")
}

extension TenantRegistryError {
    /// What a client reads of it.
    fileprivate var shown: APIError {
        switch self {
        case .unknownTenant: APIError(.notFound, code: "no-such-tenant", "no such tenant")
        case .unknownHost: APIError(.notFound, code: "no-such-tenant", "the tenant has no such host name")
        case .slugTaken: APIError(.conflict, code: "slug-taken", "another tenant already has this short name")
        case .hostTaken: APIError(.conflict, code: "host-taken", "another tenant already has this host name")
        case .stillEnabled:
            APIError(
                .conflict, code: "tenant-enabled", "only a disabled tenant can be erased; disable the tenant first")
        case .badSlug:
            .invalid("/slug", "must be lower-case letters, digits and hyphens, a letter first, at most 63 characters")
        case .badName: .invalid("/name", "must not be empty or contain control characters")
        case .badHost: .invalid("/hosts", "has an entry that is neither a host name nor an IP address")
        case .badLocale: .invalid("/locale", "must be a BCP 47 tag, such as cs or en-GB")
        case .badTimeZone: .invalid("/timeZone", "must be an IANA time zone, such as Europe/Prague")
        case .badAllowedOrigins: .invalid("/allowedOrigins", AllowedOrigins.rule)
        case .badLimit: .invalid("/limits", "must be whole numbers above zero")
        case .badMulticast(let reason): .invalid("/multicast", "cannot be used: \(reason)")
        case .database: APIError(.internalServerError, code: "internal", "the server failed to answer this request")
        }
    }
}
