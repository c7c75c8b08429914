import HTTP
import Tenancy
import Web

/// The endpoints with which administrators give a tenant its own application at SoundCloud.
public struct TenantApplicationRoutes: Sendable {
    private let applications: TenantApplications

    /// Creates the endpoints. Without a vault, no application can be set.
    public init(database: TenantDatabase, vault: TokenVault?) {
        applications = TenantApplications(database: database, vault: vault)
    }

    public var routes: [Route] {
        let route = RouteGroup("/api/v1/admin/soundcloud", access: .permission(.manageTenant))
        return [
            route("getCloudApplication", .get, "", getCloudApplication),
            route("setCloudApplication", .put, "", bodyLimit: 4 * 1024, setCloudApplication),
            route("deleteCloudApplication", .delete, "", deleteCloudApplication),
        ]
    }

    private static let absent = APIError(
        .notFound, code: .notFound,
        "this tenant has no SoundCloud application of its own: it uses the application of this server")

    /// Answers `getCloudApplication`: the tenant's own application, without its secret; 404 if the tenant uses the application of the installation.
    func getCloudApplication(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let application = try await applications.application(of: context.tenant.id) else { throw Self.absent }
        return try .json(CloudApplicationView(application), fields: ["Cache-Control": "no-store"])
    }

    /// Answers `setCloudApplication`: the tenant's new application, which replaces an earlier one; 422 if the client ID or the secret is missing or
    /// not valid, 503 if no key is configured.
    func setCloudApplication(_ request: Request, _ context: RequestContext) async throws -> Response {
        var patch = try request.mergePatch()
        var (client, secret) = ("", "")
        patch.apply("clientId", to: &client)
        patch.apply("clientSecret", to: &secret)
        for (field, value) in [("clientId", client), ("clientSecret", secret)] {
            if let reason = TenantApplications.reason(against: value) { patch.refuse(field, reason) }
        }
        try patch.finish()
        let audit = try context.audit("cloud.application.set", subject: client)
        guard
            let application = try await applications.set(
                clientID: client, secret: secret, of: context.tenant.id, recorded: audit)
        else { throw Self.absent }
        return try .json(CloudApplicationView(application), fields: ["Cache-Control": "no-store"])
    }

    /// Answers `deleteCloudApplication`: 204 after the tenant's own application was removed; 404 if the tenant has none.
    func deleteCloudApplication(_ request: Request, _ context: RequestContext) async throws -> Response {
        let audit = try context.audit("cloud.application.remove")
        guard try await applications.remove(of: context.tenant.id, recorded: audit) else { throw Self.absent }
        return .noContent
    }
}

/// A tenant's own application in responses. The secret is never returned.
struct CloudApplicationView: Encodable, Sendable {
    let clientId: String
    let changedAt: Instant

    init(_ application: TenantApplications.Application) {
        clientId = application.clientID
        changedAt = application.changedAt
    }
}
