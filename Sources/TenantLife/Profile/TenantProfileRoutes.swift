import HTTP
import Tenancy
import Web

/// The endpoints and pages by which administrators read and change the settings of the tenant.
public struct TenantProfileRoutes: Sendable {
    private let store: TenantProfileStore

    public init(database: TenantDatabase) { store = TenantProfileStore(database: database) }

    public var routes: [Route] {
        let route = RouteGroup("/api/v1/admin/tenant", access: .permission(.manageTenant))
        let page = RouteGroup("/admin/tenant", access: .permission(.manageTenant), errors: .page)
        let mebibyte = 1024 * 1024
        return [
            route("getOwnTenant", .get, "", getOwnTenant),
            route("updateOwnTenant", .patch, "", bodyLimit: mebibyte, updateOwnTenant),
            Route(
                "getAdminPage", .get, "/admin", access: .permission(.viewAdmin), errors: .page, endpoint: getAdminPage),
            page("getAdminTenantPage", .get, "", getAdminTenantPage),
            page("postAdminTenant", .post, "", bodyLimit: mebibyte, postAdminTenant),
        ]
    }

    /// Answers `getOwnTenant` with the settings and limits of the caller's tenant.
    func getOwnTenant(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await store.state(in: context.tenant.id).response
    }

    /// Answers `updateOwnTenant` with the changed settings, 412 if the entity tag does not match, or 422 with all faults.
    func updateOwnTenant(_ request: Request, _ context: RequestContext) async throws -> Response {
        let patch = try request.mergePatch()
        return try await store.change(
            in: context.tenant.id, ifMatch: IfMatch(request), record: { try context.audit("tenant.change", detail: $0) }
        ) { try $0.apply(patch) }.response
    }

    /// Answers `getAdminPage` with links to the administration pages.
    func getAdminPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        AdminPage(context: context).response
    }

    /// Answers `getAdminTenantPage` with the settings form, the logo and the limits of the tenant.
    func getAdminTenantPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let notice = try AdminNotice(request)
        let state = try await store.state(in: context.tenant.id)
        return TenantPage(context: context, state: state, tag: state.entityTag, notice: notice).response
    }

    /// Answers `postAdminTenant`. Saves the settings. After an error that the user can correct, shows the typed values and each fault at its field.
    func postAdminTenant(_ request: Request, _ context: RequestContext) async throws -> Response {
        let form = try TenantForm(try request.form())
        do {
            _ = try await store.change(
                in: context.tenant.id, ifMatch: IfMatch(form.tag),
                record: { try context.audit("tenant.change", detail: $0) }
            ) { try form.apply(to: &$0) }
        } catch let error as APIError where error.isCorrectable {
            let now = try await store.state(in: context.tenant.id)
            var typed = now
            form.fill(&typed.profile)
            // After a 412, the form has the new entity tag and keeps the typed values.
            let tag = error.status == .preconditionFailed ? now.entityTag : form.tag
            return TenantPage(context: context, state: typed, tag: tag, typed: form, error: error).response
        }
        return .seeOther("/admin/tenant", AdminNotice.saved)
    }
}

extension TenantState {
    /// The settings as JSON, with their entity tag.
    var response: Response {
        get throws { try .json(TenantView(self), fields: ["ETag": entityTag, "Cache-Control": "no-store"]) }
    }
}
