import Foundation
import HTTP
import Tenancy
import Web

/// The endpoint `/api/v1/config`, which returns the configuration that an app reads before sign-in.
public struct AppConfigRoutes: Sendable {
    private let store: AppConfigStore
    /// The last response of each tenant, built and compressed again when the content has changed.
    private let answers: TenantCache<WholeTenant, Representation>

    public init(store: AppConfigStore) {
        self.store = store
        answers = TenantCache(
            of: store.database.observers, .byQuestion, limit: CacheLimit(of: .allTenants, count: 4096))
    }

    public var routes: [Route] {
        [Route("getConfig", .get, "/api/v1/config", access: .everyone, endpoint: getConfig)]
    }

    /// Answers `getConfig`. Caches may keep the response for a minute.
    func getConfig(_ request: Request, _ context: RequestContext) async throws -> Response {
        let view = AppConfigView(try await store.config(of: context.tenant.id), of: context.tenant)
        guard case .bytes(let bytes) = try Response.json(view).content else { return .noContent }
        let tenant = context.tenant.id
        let answer = try await answers.value(of: tenant, where: { $0.identity == bytes }) { _ in
            Representation(
                mediaType: "application/json", identity: bytes, compress: true,
                lastModified: Int64(Date.now.timeIntervalSince1970), fields: ["Cache-Control": "public, max-age=60"])
        }
        return Response(content: .representation(answer))
    }
}
