import HTTP
import Synchronization
import Tenancy
import Web

/// The archive of a tenant over HTTP, for its administrators.
///
/// Such an archive is made in memory and therefore small; a larger one is written by `tutti tenant export`. One at a
/// time, so that no flood of them takes more than one's memory.
public final class ExportRoutes: Sendable {
    private let export: TenantExport
    private let isBusy = Mutex(false)

    /// In bytes.
    private static let limit = 64 << 20

    public init(database: TenantDatabase) { export = TenantExport(database: database) }

    public var routes: [Route] {
        [
            Route(
                "getOwnTenantExport", .get, "/api/v1/admin/tenant/export", access: .permission(.exportTenant),
                endpoint: getOwnTenantExport)
        ]
    }

    /// Answers `getOwnTenantExport`.
    func getOwnTenantExport(_ request: Request, _ context: RequestContext) async throws -> Response {
        let isFree = isBusy.withLock { isBusy in
            defer { isBusy = true }
            return !isBusy
        }
        guard isFree else {
            throw APIError(
                .serviceUnavailable, code: "busy", "another archive is being made; try again", retryAfter: 10)
        }
        defer { isBusy.withLock { $0 = false } }
        let buffer = ArchiveBuffer(limit: Self.limit)
        try await export.write(
            context.tenant, to: buffer, recorded: context.audit("tenant.export", subject: context.tenant.slug))
        return .bytes(
            buffer.bytes, mediaType: "application/x-tar",
            fields: [
                "Cache-Control": "no-store",
                "Content-Disposition": "attachment; filename=\"\(context.tenant.slug).tar\"",
            ])
    }
}
