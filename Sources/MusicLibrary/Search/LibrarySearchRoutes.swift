import HTTP
import SoundCloud
import Tenancy
import Web

/// The endpoint for searching the listener's own music: library, podcasts, stations, likes, playlists and followed users.
public struct LibrarySearchRoutes: Sendable {
    private let store: LibrarySearchStore

    public init(database: TenantDatabase) { store = LibrarySearchStore(database: database) }

    public var routes: [Route] {
        [
            Route(
                "searchLibrary", .get, "/api/v1/me/library/search", access: .account,
                query: ["cursor", "in", "kind", "limit", "q"], endpoint: searchLibrary)
        ]
    }

    /// Answers `searchLibrary`: a page of the items of the requested kind and part of the music that match each of the first eight words, best
    /// matches first; 422 for an invalid parameter.
    func searchLibrary(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let query = try LibraryQuery(request)
        let page = try await store.page(query, of: listener)
        let items = try await store.items(of: page.rows, for: listener)
        return try .personal(
            ListView(
                page.rows.compactMap { LibraryHitView($0, items) },
                next: page.next.map { query.cursor(behind: $0) }))
    }
}
