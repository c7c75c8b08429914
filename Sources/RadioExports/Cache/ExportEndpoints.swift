import HTTP
import Tenancy
import Web

/// The steps that all routes of exported documents share: the current instant and the document cache.
struct ExportEndpoints: Sendable {
    let database: TenantDatabase
    let cache: ExportCache
    let now: @Sendable () -> Instant

    /// The context in which a document is built.
    struct Build: Sendable {
        let tenant: Tenant
        let mark: ExportMark
        let now: Instant
        let bench: Bench

        /// The origin for absolute addresses. The origin is that of the tenant, regardless of the host and port of the
        /// request.
        var origin: Origin { tenant.origin }
    }

    /// Answers with a document from the cache, or with a newly built document.
    ///
    /// - Parameter name: all values that the document depends on besides the tenant and its data. Include only values
    ///   that change the content: a client that could vary the name freely could make the server build the same bytes
    ///   repeatedly.
    func answer(
        _ name: String, _ request: Request, _ context: RequestContext,
        make: @escaping @Sendable (Build) async throws -> ExportDocument
    ) async throws -> Response {
        Response(content: .representation(try await representation(name, request, context, make: make)))
    }

    /// Returns the representation of a document, for a route that builds another document from it.
    func representation(
        _ name: String, _ request: Request, _ context: RequestContext,
        make: @escaping @Sendable (Build) async throws -> ExportDocument
    ) async throws -> Representation {
        let (tenant, now) = (context.tenant, now())
        let mark = try await ExportMark.current(in: tenant.id, database)
        let key = ExportCache.Key(tenant: tenant, name: name)
        return try await cache.representation(key, mark, now: now) { bench in
            try await make(Build(tenant: tenant, mark: mark, now: now, bench: bench))
        }
    }
}
