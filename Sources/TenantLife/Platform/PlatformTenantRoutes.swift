import HTTP
import Postgres
import Tenancy
import Web

/// The endpoints for managing all tenants, for platform administrators. They answer 404 for an unknown tenant.
public struct PlatformTenantRoutes: Sendable {
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
        let all = RouteGroup("/api/v1/platform/tenants", access: .platform)
        let one = RouteGroup("/api/v1/platform/tenants/{tenant}", access: .platform)
        return [
            all("findTenants", .get, "", findTenants),
            all("createTenant", .post, "", createTenant),
            one("getTenant", .get, "", getTenant),
            one("updateTenant", .patch, "", updateTenant),
            one("eraseTenant", .delete, "", query: ["confirm"], eraseTenant),
            one("setTenantLimits", .put, "/limits", setTenantLimits),
            one("addTenantHost", .put, "/hosts/{host}", addTenantHost),
            one("removeTenantHost", .delete, "/hosts/{host}", removeTenantHost),
            one("inviteTenantAdministrator", .post, "/administrator-invitations", inviteTenantAdministrator),
        ]
    }

    /// Answers `findTenants` with all tenants, including disabled ones, in the order in which they were added.
    func findTenants(_ request: Request, _ context: RequestContext) async throws -> Response {
        let tenants = try await store.tenants(context.platformCaller())
        return try .json(ListView(tenants.map(PlatformTenantView.init)), fields: Self.private)
    }

    /// Answers `createTenant` with 201, `Location` and the new tenant, with an invitation link if the request names an administrator; 409 if another
    /// tenant has the short name or a host name; or 422 for invalid values, more than 100 host names, or an administrator without a host name. If the
    /// invitation fails, the response is an error, but the tenant exists.
    func createTenant(_ request: Request, _ context: RequestContext) async throws -> Response {
        var patch = try request.mergePatch()
        var slug = ""
        var hosts: [String] = []
        patch.apply("slug", to: &slug)
        patch.apply("hosts", to: &hosts)
        var invitee: AdministratorInvitee?
        patch.apply("administrator", to: &invitee)
        var change = TenantChange(members: &patch, action: "tenant.add")
        change.action = "tenant.add"
        if slug.isEmpty { patch.refuse("slug", "is required and must not be empty; give the tenant a short name") }
        if hosts.count > 100 { patch.refuse("hosts", "must have at most 100 host names, found \(hosts.count)") }
        if invitee != nil, hosts.isEmpty {
            patch.refuse("hosts", "must not be empty when an administrator is invited: the link needs a host name")
        }
        try patch.finish()
        // An invalid address must leave no tenant behind.
        if let invitee { try inviter.check(invitee) }
        let caller = try context.platformCaller()
        try await store.add(
            slug, name: change.members["name"].flatMap(\.self) ?? "", hosts: hosts, change: change, caller,
            requestID: context.requestID)
        let registered = try await store.tenant(slug, caller)
        var made = PlatformTenantView(registered)
        if let invitee {
            made.administratorInvitation = try await inviter.invite(
                invitee, to: registered.tenant, by: caller, requestID: context.requestID)
        }
        made.administrator = try await store.administrator(slug, caller)
        return try .json(
            made, status: .created,
            fields: ["Location": "/api/v1/platform/tenants/\(slug)", "Cache-Control": "no-store"])
    }

    /// Answers `getTenant` with one tenant and the status of its administrator.
    func getTenant(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await shown(try request.parameter("tenant"), context)
    }

    /// Answers `updateTenant` with the changed tenant, or 422 for invalid values. Disabling a tenant also takes its concert off the air.
    func updateTenant(_ request: Request, _ context: RequestContext) async throws -> Response {
        let slug = try request.parameter("tenant")
        let change = try TenantChange(try request.mergePatch())
        if !change.isEmpty {
            try await store.change(slug, by: change, context.platformCaller(), requestID: context.requestID)
        }
        return try await shown(slug, context)
    }

    /// Answers `eraseTenant`. Deletes the tenant with all its data. The response is 204, 422 if the query field `confirm` does not repeat the short
    /// name, or 409 if the tenant is not disabled.
    func eraseTenant(_ request: Request, _ context: RequestContext) async throws -> Response {
        let slug = try request.parameter("tenant")
        let caller = try context.platformCaller()
        _ = try await store.tenant(slug, caller)
        let confirmation = try request.queryFields().optional("confirm") ?? ""
        guard confirmation.utf8.elementsEqual(slug.utf8) else {
            throw APIError.invalid(
                "confirm",
                "must repeat the short name of the tenant (\(slug)), found \"\(confirmation.prefix(100))\"")
        }
        try await store.erase(slug, caller, requestID: context.requestID)
        return .noContent
    }

    /// Answers `setTenantLimits` with the changed tenant, or 422 for an invalid limit. Limits that the request does not contain are removed.
    func setTenantLimits(_ request: Request, _ context: RequestContext) async throws -> Response {
        let slug = try request.parameter("tenant")
        let change = try TenantChange(allLimits: try request.mergePatch())
        try await store.change(slug, by: change, context.platformCaller(), requestID: context.requestID)
        return try await shown(slug, context)
    }

    /// Answers `addTenantHost` with 204, even if the tenant already has the host name; 409 if another tenant has it; or 422 for an invalid host name.
    func addTenantHost(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await store.addHost(
            try request.parameter("host"), to: try request.parameter("tenant"), context.platformCaller(),
            requestID: context.requestID)
        return .noContent
    }

    /// Answers `removeTenantHost` with 204, 404 if the tenant does not have the host name, or 422 for an invalid host name.
    func removeTenantHost(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await store.removeHost(
            try request.parameter("host"), from: try request.parameter("tenant"), context.platformCaller(),
            requestID: context.requestID)
        return .noContent
    }

    /// Answers `inviteTenantAdministrator` with 201 and the invitation link, which no later response contains and which replaces an earlier unused
    /// one; 409 if the tenant has an administrator or no host name; 422 for an invalid login, email address or lifetime; or 429 after too many
    /// invitations.
    func inviteTenantAdministrator(_ request: Request, _ context: RequestContext) async throws -> Response {
        let invitee = try request.json(as: AdministratorInvitee.self)
        try inviter.check(invitee)
        let caller = try context.platformCaller()
        let registered = try await store.tenant(try request.parameter("tenant"), caller)
        let made = try await inviter.invite(
            invitee, to: registered.tenant, by: caller, requestID: context.requestID)
        return try .json(made, status: .created, fields: Self.private)
    }

    private func shown(_ slug: String, _ context: RequestContext) async throws -> Response {
        let caller = try context.platformCaller()
        var view = PlatformTenantView(try await store.tenant(slug, caller))
        view.administrator = try await store.administrator(slug, caller)
        return try .json(view, fields: Self.private)
    }

    private static let `private`: Fields = ["Cache-Control": "no-store"]
}

extension RequestContext {
    /// Returns the platform administrator who sent the request. Throws 401 without one.
    func platformCaller() throws(APIError) -> PlatformCaller {
        guard let platform else {
            throw APIError(.unauthorized, code: .notLoggedIn, "sign in as a platform administrator first")
        }
        return platform
    }
}
