import HTTP
import Tenancy
import Web

/// The endpoints of an episode's on-demand versions.
struct VersionRoutes: Sendable {
    private let database: TenantDatabase

    init(database: TenantDatabase) { self.database = database }

    var routes: [Route] {
        let all = "/api/v1/admin/episodes/{episode}/versions"
        let one = all + "/{version}"
        return [
            Route(
                "findCatalogueVersions", .get, all, access: .catalogue, query: ["cursor", "limit"],
                endpoint: findCatalogueVersions),
            Route("createVersion", .post, all, access: .catalogue, endpoint: createVersion),
            Route("getCatalogueVersion", .get, one, access: .catalogue, endpoint: getCatalogueVersion),
            Route("replaceVersion", .put, one, access: .catalogue, endpoint: replaceVersion),
            Route("deleteVersion", .delete, one, access: .catalogue, endpoint: deleteVersion),
        ]
    }

    /// Answers `findCatalogueVersions`: a page of at most `limit` versions of the episode, by default 50, ordered by the start of availability.
    func findCatalogueVersions(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await endpoints(request).list(request, context)
    }

    /// Answers `createVersion`: 201 and the new version.
    func createVersion(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await endpoints(request).create(request, context)
    }

    /// Answers `getCatalogueVersion`: the version; 404 if the episode has none with this ID.
    func getCatalogueVersion(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await endpoints(request).read(request, context)
    }

    /// Answers `replaceVersion`: the version with its new content.
    func replaceVersion(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await endpoints(request).replace(request, context)
    }

    /// Answers `deleteVersion`: 204.
    func deleteVersion(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await endpoints(request).remove(request, context)
    }

    private func endpoints(_ request: Request) throws(APIError) -> CatalogueEndpoints<VersionStore> {
        let episode = try request.key(of: .episode)
        return CatalogueEndpoints(
            VersionStore(database: database, episode: episode), at: "/api/v1/admin/episodes/\(episode)/versions")
    }
}
