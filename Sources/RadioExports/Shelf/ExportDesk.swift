import HTTP
import Tenancy
import Web

/// The steps that all routes of exported documents share: the current instant and the document cache.
struct ExportDesk: Sendable {
    let database: TenantDatabase
    let shelf: ExportShelf
    let now: @Sendable () -> Instant

    /// The context in which a document is built.
    struct Order: Sendable {
        let tenant: Tenant
        let mark: ExportMark
        let now: Instant
        let bench: Bench

        /// The origin of absolute addresses: that of the tenant, independent of the request's host and port.
        var origin: Origin { tenant.origin }
    }

    /// Answers with the document of a name, made or kept.
    ///
    /// - Parameter name: of what the document depends on beside tenant and data. Only what the document says goes in: a
    ///     client that could vary it at will could make the server build the same bytes again and again.
    func answer(
        _ name: String, _ request: Request, _ context: RequestContext,
        make: @escaping @Sendable (Order) async throws -> ExportDocument
    ) async throws -> Response {
        Response(content: .representation(try await representation(name, request, context, make: make)))
    }

    /// The same, for a document that another is made of.
    func representation(
        _ name: String, _ request: Request, _ context: RequestContext,
        make: @escaping @Sendable (Order) async throws -> ExportDocument
    ) async throws -> Representation {
        let (tenant, now) = (context.tenant, now())
        let mark = try await ExportMark.current(in: tenant.id, database)
        let key = ExportShelf.Key(tenant: tenant, name: name)
        return try await shelf.representation(key, mark, now: now) { bench in
            try await make(Order(tenant: tenant, mark: mark, now: now, bench: bench))
        }
    }
}
