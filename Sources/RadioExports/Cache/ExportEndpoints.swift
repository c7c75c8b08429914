import HTTP
import Tenancy
import Web

/// The steps shared by the routes of documents that are served from the cache.
struct ExportEndpoints: Sendable {
    let database: TenantDatabase
    let cache: ExportCache
    let now: @Sendable () -> Instant

    /// The context in which a document is built.
    struct Build: Sendable {
        let tenant: Tenant
        let mark: ExportMark
        let now: Instant
        let tenantWorkers: TenantWorkers

        /// The tenant's origin, regardless of the host of the request.
        var origin: Origin { tenant.origin }
    }

    /// Responds with a document from the cache, or with one that `make` builds if the cache has no valid one. Throws the errors of
    /// `ExportCache.representation`.
    ///
    /// - Parameter name: The cache key within the tenant. It must contain only values that change the content, or requests could make the server
    ///   build the same bytes repeatedly.
    func answer(
        _ name: String, _ request: Request, _ context: RequestContext,
        make: @escaping @Sendable (Build) async throws -> ExportDocument
    ) async throws -> Response {
        Response(content: .representation(try await representation(name, request, context, make: make)))
    }

    /// Returns the representation with which `answer` responds, for routes that derive another document from it.
    func representation(
        _ name: String, _ request: Request, _ context: RequestContext,
        make: @escaping @Sendable (Build) async throws -> ExportDocument
    ) async throws -> Representation {
        let (tenant, now) = (context.tenant, now())
        let mark = try await ExportMark.current(in: tenant.id, database)
        let key = ExportCache.Key(tenant: tenant, name: name)
        return try await cache.representation(key, mark, now: now) { tenantWorkers in
            try await make(Build(tenant: tenant, mark: mark, now: now, tenantWorkers: tenantWorkers))
        }
    }
}
