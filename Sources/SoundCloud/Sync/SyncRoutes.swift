import HTTP
import Tenancy
import Web

/// The endpoints for starting and reading syncs (spec L3).
public struct SyncRoutes: Sendable {
    private let store: SyncStore

    public init(database: TenantDatabase) { store = SyncStore(database: database) }

    public var routes: [Route] {
        [
            Route(
                "createLibrarySync", .post, "/api/v1/me/library/syncs", access: .account, bodyLimit: 8 * 1024,
                endpoint: createLibrarySync),
            Route(
                "getLibrarySync", .get, "/api/v1/me/library/syncs/{librarySync}", access: .account,
                endpoint: getLibrarySync),
        ]
    }

    private struct Body: Decodable { let parts: [String]? }

    /// Answers `createLibrarySync`: 202 with the new sync, or with the sync in progress after adding the requested parts (all parts without `parts`);
    /// 409 without a working connection, 422 for an unknown part.
    func createLibrarySync(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        var parts = SyncPart.order
        if !request.body.isEmpty, let words = try request.json(as: Body.self).parts {
            guard !words.isEmpty, let wanted = SyncPart.parts(of: words) else {
                throw APIError.invalid(
                    "/parts",
                    "must list one or more of likes, likedTracks, likedPlaylists, playlists, followings and stream, "
                        + "found \"\(SentenceFormat.list(words).prefix(100))\"")
            }
            parts = wanted
        }
        try await store.database.requireConnection(of: listener)
        let sync = try await store.create(parts, for: listener).sync
        return try .json(
            SyncView(sync), status: .accepted,
            fields: ["Location": "/api/v1/me/library/syncs/\(sync.id)", "Cache-Control": "no-store"])
    }

    /// Answers `getLibrarySync`: the sync with its parts; 404 if the listener has no such sync.
    func getLibrarySync(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        guard let id = LibrarySync.ID(try request.parameter("librarySync")),
            let sync = try await store.sync(id, of: listener)
        else {
            throw APIError(.notFound, code: .noSuchSync, "you have no sync with this ID: check the ID, or start a sync")
        }
        return try .json(SyncView(sync), fields: ["Cache-Control": "no-store"])
    }
}
