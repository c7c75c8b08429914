import HTTP
import Postgres
import Tenancy
import Web

/// The pages of `/platform` for platform administrators. Only the API and the command line can erase a tenant. The routes answer 404 for an unknown
/// tenant; an error that the user can correct shows the page with the typed values again.
public struct PlatformPageRoutes: Sendable {
    private let store: PlatformTenantStore
    private let inviter: any AdministratorInviter

    /// Creates the routes.
    ///
    /// - Parameters:
    ///   - database: the service's database client, without a tenant.
    ///   - inviter: creates the link for the first administrator.
    public init(database: Database, inviter: any AdministratorInviter) {
        store = PlatformTenantStore(database: database)
        self.inviter = inviter
    }

    public var routes: [Route] {
        let page = RouteGroup("/platform", access: .platform, errors: .page)
        let tenant = RouteGroup("/platform/tenants/{tenant}", access: .platform, errors: .page)
        return [
            page("getPlatformPage", .get, "", getPlatformPage),
            page("postPlatformTenant", .post, "/tenants", postPlatformTenant),
            tenant("getPlatformTenantPage", .get, "", getPlatformTenantPage),
            tenant("postPlatformTenantChange", .post, "", postPlatformTenantChange),
            tenant("postPlatformTenantHost", .post, "/hosts", postPlatformTenantHost),
            tenant("postPlatformTenantHostRemoval", .post, "/hosts/removal", postPlatformTenantHostRemoval),
            tenant("postPlatformTenantAdministrator", .post, "/administrator", postPlatformTenantAdministrator),
        ]
    }

    /// Answers `getPlatformPage` with the list of all tenants.
    func getPlatformPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let caller = try context.platformCaller()
        return PlatformPage(caller: caller, tenants: try await store.tenants(caller)).response
    }

    /// Answers `postPlatformTenant`. Adds a tenant and redirects to the tenant's page. If the form names an administrator, shows that page with the
    /// invitation link instead. If the invitation fails, the response is an error, but the tenant exists.
    func postPlatformTenant(_ request: Request, _ context: RequestContext) async throws -> Response {
        let form = try request.form()
        do {
            return try await add(form, context)
        } catch let error as APIError where error.isCorrectable {
            let caller = try context.platformCaller()
            return PlatformPage(
                caller: caller, tenants: try await store.tenants(caller), typed: form, error: error.atItsField
            ).response
        }
    }

    private func add(_ form: FormFields, _ context: RequestContext) async throws -> Response {
        let slug = try form("slug")
        let hosts = try form.optional("host").map { $0.isEmpty ? [] : [$0] } ?? []
        let invitee = try form.optional("administrator").flatMap { $0.isEmpty ? nil : AdministratorInvitee(typed: $0) }
        let name = try form("name")
        let faults = try faults(name, hosts.first, invitee)
        guard faults.isEmpty else { throw APIError.invalid(faults) }
        var change = TenantChange("tenant.add")
        for (name, member) in [("locale", TenantChange.Member.locale), ("timeZone", .timeZone)] {
            if let text = try form.optional(name), !text.isEmpty { change.set(member, to: text) }
        }
        try await store.add(
            slug, name: name, hosts: hosts, change: change, context.platformCaller(),
            requestID: context.requestID)
        guard let invitee else { return Self.detail(slug, notice: .added) }
        return try await invite(invitee, to: slug, context)
    }

    /// Returns the faults of the fields that can be checked without the database. A missing host name is a fault if the form names an administrator.
    private func faults(
        _ name: String, _ host: String?, _ invitee: AdministratorInvitee?
    ) throws -> [APIError.Fault] {
        var faults: [APIError.Fault] = []
        if name.allSatisfy(\.isWhitespace) { faults.append(.init(field: "name", reason: "must not be empty")) }
        if let host, (try? TenantRegistry.hostName(host)) == nil {
            faults.append(
                .init(
                    field: "host",
                    reason: "must be a host name, such as hall.example, or an IP address, found \"\(host.prefix(100))\""
                ))
        }
        guard let invitee else { return faults }
        if host == nil {
            let reason = "is required to invite an administrator, because the link uses the host name"
            faults.append(.init(field: "host", reason: reason))
        }
        do { try check(invitee) } catch let error as APIError { faults += error.faults }
        return faults
    }

    /// Returns the tenant's page with the link, which no other page shows.
    private func invite(
        _ invitee: AdministratorInvitee, to slug: String, _ context: RequestContext
    ) async throws -> Response {
        let caller = try context.platformCaller()
        let registered = try await store.tenant(slug, caller)
        let made = try await inviter.invite(invitee, to: registered.tenant, by: caller, requestID: context.requestID)
        return PlatformTenantPage(
            caller: caller, registered: registered, administrator: .invited(until: made.expiresAt), invitation: made
        ).response
    }

    private func check(_ invitee: AdministratorInvitee) throws {
        do {
            try inviter.check(invitee)
        } catch let error as APIError {
            throw APIError.invalid("administrator", error.faults.first?.reason ?? error.detail)
        }
    }

    /// Answers `postPlatformTenantAdministrator`. Creates an invitation, which replaces an earlier unused one. The response is the tenant's page with
    /// the invitation link, which no other page shows.
    func postPlatformTenantAdministrator(_ request: Request, _ context: RequestContext) async throws -> Response {
        let slug = try request.parameter("tenant")
        let form = try request.form()
        return try await showingFaults(slug, form, context) {
            let invitee = AdministratorInvitee(typed: try form.optional("administrator") ?? "")
            try check(invitee)
            return try await invite(invitee, to: slug, context)
        }
    }

    /// Answers `getPlatformTenantPage` with one tenant and the status of its first administrator.
    func getPlatformTenantPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let caller = try context.platformCaller()
        let notice = try PlatformNotice(request)
        let tenant = try await store.tenant(try request.parameter("tenant"), caller)
        let administrator = try await store.administrator(tenant.tenant.slug, caller)
        return PlatformTenantPage(
            caller: caller, registered: tenant, administrator: administrator, notice: notice
        ).response
    }

    /// Answers `postPlatformTenantChange`. Changes name, language, time zone and limits, or enables or disables the tenant. An empty limit removes
    /// the tenant's own limit.
    func postPlatformTenantChange(_ request: Request, _ context: RequestContext) async throws -> Response {
        let slug = try request.parameter("tenant")
        let form = try request.form()
        return try await showingFaults(slug, form, context) { try await change(slug, form, context) }
    }

    private func change(_ slug: String, _ form: FormFields, _ context: RequestContext) async throws -> Response {
        var change = TenantChange()
        if let enabled = try form.optional("enabled") {
            change.action = enabled == "true" ? "tenant.enable" : "tenant.disable"
            change.set(.enabled, to: enabled == "true")
        } else {
            for member in [TenantChange.Member.name, .locale, .timeZone] {
                if let text = try form.optional(member.rawValue) { change.set(member, to: text) }
            }
            try Self.readLimits(form, into: &change)
        }
        try await store.change(slug, by: change, context.platformCaller(), requestID: context.requestID)
        let enabled = change.members[TenantChange.Member.enabled.rawValue]
        return Self.detail(slug, notice: enabled == nil ? .saved : enabled == "true" ? .enabled : .disabled)
    }

    private static func readLimits(_ form: FormFields, into change: inout TenantChange) throws {
        var faults: [APIError.Fault] = []
        for limit in TenantChange.limits {
            guard let text = try form.optional(limit.rawValue) else { continue }
            guard !text.isEmpty else {
                change.set(limit, to: String?.none)
                continue
            }
            let most = limit == .storedBytes ? 1 << 53 - 1 : 2_000_000_000
            do throws(APIError) {
                change.set(limit, to: try form.integer(limit.rawValue, in: 1...most))
            } catch {
                faults += error.faults
            }
        }
        guard faults.isEmpty else { throw APIError.invalid(faults) }
    }

    /// Answers `postPlatformTenantHost`. Adds a host name.
    func postPlatformTenantHost(_ request: Request, _ context: RequestContext) async throws -> Response {
        let slug = try request.parameter("tenant")
        let form = try request.form()
        return try await showingFaults(slug, form, context) {
            try await store.addHost(
                try form("host"), to: slug, context.platformCaller(), requestID: context.requestID)
            return Self.detail(slug, notice: .hostAdded)
        }
    }

    /// Answers `postPlatformTenantHostRemoval`. Removes a host name; 404 if the tenant does not have it, and 422 for an invalid one.
    func postPlatformTenantHostRemoval(_ request: Request, _ context: RequestContext) async throws -> Response {
        let slug = try request.parameter("tenant")
        try await store.removeHost(
            try request.form()("host"), from: slug, context.platformCaller(), requestID: context.requestID)
        return Self.detail(slug, notice: .hostRemoved)
    }

    private func showingFaults(
        _ slug: String, _ form: FormFields, _ context: RequestContext, _ body: () async throws -> Response
    ) async throws -> Response {
        do {
            return try await body()
        } catch let error as APIError where error.isCorrectable {
            let caller = try context.platformCaller()
            let tenant = try await store.tenant(slug, caller)
            let administrator = try await store.administrator(slug, caller)
            return PlatformTenantPage(
                caller: caller, registered: tenant, administrator: administrator, typed: form, error: error.atItsField
            ).response
        }
    }

    private static func detail(_ slug: String, notice: PlatformNotice) -> Response {
        .seeOther("/platform/tenants/\(slug.percentEncoded)", notice)
    }
}
