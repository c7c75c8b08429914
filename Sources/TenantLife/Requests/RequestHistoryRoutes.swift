import HTTP
import Tenancy
import Web

/// The endpoints of the request history.
public struct RequestHistoryRoutes: Sendable {
    private let store: RequestHistoryStore
    private let now: @Sendable () -> Instant

    /// Creates the routes. `now` returns the time at which the history ends.
    public init(database: TenantDatabase, now: @escaping @Sendable () -> Instant = { .now }) {
        store = RequestHistoryStore(database: database)
        self.now = now
    }

    public var routes: [Route] {
        [
            Route(
                "getRequestHistory", .get, "/api/v1/admin/requests", access: .permission(.viewAdmin),
                endpoint: getRequestHistory),
            Route(
                "getRequestHistoryPage", .get, "/admin/requests", access: .permission(.viewAdmin), errors: .page,
                endpoint: getRequestHistoryPage),
        ]
    }

    /// Answers `getRequestHistory` with the request counts of the last 24 hours and the last 30 days.
    func getRequestHistory(_ request: Request, _ context: RequestContext) async throws -> Response {
        try .json(RequestHistoryView(try await history(context)), fields: ["Cache-Control": "no-store"])
    }

    /// Answers `getRequestHistoryPage` with charts of the request counts of the last 24 hours and the last 30 days.
    func getRequestHistoryPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        RequestHistoryPage(context: context, history: try await history(context)).response
    }

    private func history(_ context: RequestContext) async throws -> RequestHistory {
        try await store.history(until: now(), in: context.tenant.timeZone, of: context.tenant.id)
    }
}
