import HTTP
import Tenancy
import Web

/// The steps shared by all routes of exported documents: taking the current instant and using the document cache.
struct ExportEndpoints: Sendable {
    let database: TenantDatabase
    let cache: ExportCache
    let now: @Sendable () -> Instant

    /// The context in which a document is built: the tenant, the revision of the data, the current instant, and the workers.
    struct Build: Sendable {
        let tenant: Tenant
        let mark: ExportMark
        let now: Instant
        let tenantWorkers: TenantWorkers

        /// The origin for absolute addresses: the tenant's origin, regardless of the host and port of the request.
        var origin: Origin { tenant.origin }
    }

    /// Responds with a document from the cache, or with a newly built document. Throws the errors of `ExportCache.representation`, and
    /// `PostgresError` if the revision cannot be read.
    ///
    /// - Parameter name: The name of the document, which is the cache key together with the tenant. Include only values that change the content;
    ///   otherwise clients could vary the name to make the server build the same bytes repeatedly.
    func answer(
        _ name: String, _ request: Request, _ context: RequestContext,
        make: @escaping @Sendable (Build) async throws -> ExportDocument
    ) async throws -> Response {
        Response(content: .representation(try await representation(name, request, context, make: make)))
    }

    /// Returns the representation of a document, for routes that derive another document from the representation. Throws the errors of `answer`.
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
