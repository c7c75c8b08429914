import HTTP
import Tenancy
import Web

/// What every route of an exported document begins and ends with: the origin, the moment, the shelf.
struct ExportDesk: Sendable {
    let database: TenantDatabase
    let shelf: ExportShelf
    let now: @Sendable () -> Instant

    /// What a document is made for.
    struct Order: Sendable {
        let tenant: Tenant
        let origin: Origin
        let mark: ExportMark
        let now: Instant
        let bench: Bench
    }

    /// Answers with the document of a name, made or kept.
    ///
    /// - Parameter name: of what the document depends on beside tenant, origin and data.
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
        let origin = try Origin(request, context)
        let (tenant, now) = (context.tenant, now())
        let mark = try await ExportMark.current(in: tenant.id, database)
        let key = ExportShelf.Key(tenant: tenant, origin: origin, name: name)
        return try await shelf.representation(key, mark, now: now) { bench in
            try await make(Order(tenant: tenant, origin: origin, mark: mark, now: now, bench: bench))
        }
    }
}
