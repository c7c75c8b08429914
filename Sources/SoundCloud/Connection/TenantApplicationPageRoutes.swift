import HTTP
import Tenancy
import Web

/// The page on which administrators give a tenant its own application at SoundCloud, and its forms.
public struct TenantApplicationPageRoutes: Sendable {
    private let applications: TenantApplications
    /// The reason why the page has no form for an application; `nil` if the page has the form.
    private let obstacle: String?

    /// Creates the endpoints of the page. Without a vault, or if the installation has no SoundCloud application, the page has no form.
    public init(database: TenantDatabase, vault: TokenVault?, isConnected: Bool) {
        applications = TenantApplications(database: database, vault: vault)
        obstacle =
            if vault == nil {
                "This server has no key for encrypting secrets. The administrator of the server must set TUTTI_SECRET_KEY_FILE."
            } else if !isConnected {
                "This server has no SoundCloud application. The administrator of the server must set TUTTI_SOUNDCLOUD_CLIENT_ID "
                    + "and TUTTI_SOUNDCLOUD_CLIENT_SECRET."
            } else {
                nil
            }
    }

    public var routes: [Route] {
        let route = RouteGroup(
            TenantApplicationPage.path.description, access: .permission(.manageTenant), errors: .page)
        return [
            route("getCloudApplicationPage", .get, "", getCloudApplicationPage),
            route("postCloudApplication", .post, "", bodyLimit: 4 * 1024, postCloudApplication),
            route("postCloudApplicationRemoval", .post, "/removal", postCloudApplicationRemoval),
        ]
    }

    /// Answers `getCloudApplicationPage`: the tenant's own application without its secret, and the form.
    func getCloudApplicationPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        var page = try await page(request, context)
        page.notice = try TenantApplicationNotice(request)
        return page.response()
    }

    /// Answers `postCloudApplication`, which sets the tenant's own application: a redirect to the page; 503 without a key. Invalid values show the
    /// page again (422), without the secret.
    func postCloudApplication(_ request: Request, _ context: RequestContext) async throws -> Response {
        let form = try request.form()
        let (client, secret) = (try form.optional("clientId") ?? "", try form.optional("clientSecret") ?? "")
        do {
            let faults = [("clientId", client), ("clientSecret", secret)].compactMap { field, value in
                TenantApplications.reason(against: value).map { APIError.Fault(field: field, reason: $0) }
            }
            guard faults.isEmpty else { throw APIError.invalid(faults) }
            let audit = try context.audit("cloud.application.set", subject: client)
            _ = try await applications.set(clientID: client, secret: secret, of: context.tenant.id, recorded: audit)
        } catch let error as APIError where error.status == .unprocessableContent {
            var page = try await page(request, context)
            (page.typed, page.error) = (client, error)
            return page.response()
        }
        return .seeOther(TenantApplicationPage.path.description, TenantApplicationNotice.saved)
    }

    /// Answers `postCloudApplicationRemoval`, which removes the tenant's own application: a redirect to the page, even if the tenant has none.
    func postCloudApplicationRemoval(_ request: Request, _ context: RequestContext) async throws -> Response {
        _ = try request.form()
        _ = try await applications.remove(
            of: context.tenant.id, recorded: context.audit("cloud.application.remove"))
        return .seeOther(TenantApplicationPage.path.description, TenantApplicationNotice.removed)
    }

    private func page(_ request: Request, _ context: RequestContext) async throws -> TenantApplicationPage {
        let origin = "\(context.isSecure ? "https" : "http")://\(request.authority ?? "HOST")"
        return TenantApplicationPage(
            context: context, redirect: origin + SoundCloudApp.callback,
            application: try await applications.application(of: context.tenant.id), obstacle: obstacle)
    }
}
