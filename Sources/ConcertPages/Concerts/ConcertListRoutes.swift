import ConcertEditing
import HTTP
import Web

/// The page `/cms` with the concerts of a tenant.
struct ConcertListRoutes: Sendable {
    let store: DraftStore

    var routes: [Route] {
        [
            Route(
                "getConcertListPage", .get, "/cms", access: .permission(.editConcerts), errors: .page,
                endpoint: getConcertListPage)
        ]
    }

    /// Answers `getConcertListPage`.
    func getConcertListPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let concerts = try await store.concerts(limit: 500, in: context.tenant.id)
        return ConcertListPage(context: context, concerts: concerts.rows).response()
    }
}
