import Foundation
import HTTP
import Synchronization
import Tenancy
import Web

/// `/api/v1/config`: what an app needs before anybody logs in.
public struct AppConfigRoutes: Sendable {
    private let store: AppConfigStore
    private let shelf = AppConfigShelf()

    public init(store: AppConfigStore) { self.store = store }

    public var routes: [Route] {
        [Route("getConfig", .get, "/api/v1/config", access: .everyone, endpoint: getConfig)]
    }

    /// Answers `getConfig`.
    func getConfig(_ request: Request, _ context: RequestContext) async throws -> Response {
        let view = AppConfigView(try await store.config(of: context.tenant.id), of: context.tenant)
        guard case .bytes(let bytes) = try Response.json(view).content else { return .noContent }
        return Response(content: .representation(shelf.representation(of: bytes, for: context.tenant.id)))
    }
}

/// The last answer of each tenant: made anew, and compressed, only when it is another one.
private final class AppConfigShelf: Sendable {
    /// Beyond this many tenants others give way.
    private static let capacity = 4096

    private let shelf = Mutex<[TenantID: Representation]>([:])

    func representation(of bytes: [UInt8], for tenant: TenantID) -> Representation {
        if let last = shelf.withLock({ $0[tenant] }), last.identity == bytes { return last }
        let made = Representation(
            mediaType: "application/json", identity: bytes, compress: true,
            lastModified: Int64(Date.now.timeIntervalSince1970), fields: ["Cache-Control": "public, max-age=60"])
        shelf.withLock { shelf in
            if shelf.count >= Self.capacity, shelf[tenant] == nil, let other = shelf.keys.first { shelf[other] = nil }
            shelf[tenant] = made
        }
        return made
    }
}
