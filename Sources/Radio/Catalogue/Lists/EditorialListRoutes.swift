import HTTP
import Tenancy
import Web

/// The endpoints for editing the hot shows of channels and the featured shows (spec R35, R36).
struct EditorialListRoutes: Sendable {
    private let store: EditorialListStore

    init(database: TenantDatabase) { store = EditorialListStore(database: database) }

    var routes: [Route] {
        let (hot, featured) = ("/api/v1/admin/channels/{channel}/hot", "/api/v1/admin/featured")
        return [
            Route("getCatalogueHotShows", .get, hot, access: .catalogue, endpoint: getCatalogueHotShows),
            Route("replaceHotShows", .put, hot, access: .catalogue, endpoint: replaceHotShows),
            Route("getCatalogueFeaturedShows", .get, featured, access: .catalogue, endpoint: getCatalogueFeaturedShows),
            Route("replaceFeaturedShows", .put, featured, access: .catalogue, endpoint: replaceFeaturedShows),
        ]
    }

    /// Answers `getCatalogueHotShows`: the channel's hot shows, including expired entries.
    func getCatalogueHotShows(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await read(.hot(channel: try request.key(of: .channel)), context)
    }

    /// Answers `replaceHotShows`: replaces the channel's whole list of hot shows and returns the new list.
    func replaceHotShows(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await replace(.hot(channel: try request.key(of: .channel)), request, context)
    }

    /// Answers `getCatalogueFeaturedShows`: the featured shows, including expired entries.
    func getCatalogueFeaturedShows(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await read(.featured, context)
    }

    /// Answers `replaceFeaturedShows`: replaces the whole list of featured shows and returns the new list.
    func replaceFeaturedShows(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await replace(.featured, request, context)
    }

    private func read(_ kind: EditorialListStore.ListKind, _ context: RequestContext) async throws -> Response {
        try Self.answer(try await store.list(kind, in: context.tenant.id), of: context.tenant.id)
    }

    private func replace(
        _ kind: EditorialListStore.ListKind, _ request: Request, _ context: RequestContext
    ) async throws -> Response {
        let list = try request.json(as: EditorialList.self)
        let now = try await store.replace(
            kind, by: list, ifMatch: IfMatch(request), in: context.tenant.id, context)
        return try Self.answer(now, of: context.tenant.id)
    }

    private static func answer(_ list: EditorialList, of tenant: TenantID) throws -> Response {
        try .json(list, fields: ["ETag": try ContentTag.text(list, of: tenant), "Cache-Control": "no-store"])
    }
}
