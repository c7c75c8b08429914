import HTTP
import Synchronization
import Tenancy
import Web

/// The endpoints that export a tenant, for its administrators and for platform administrators. Each server runs one export at a time and builds the
/// archive in memory.
public final class ExportRoutes: Sendable {
    private let export: TenantExport
    private let tenants: PlatformTenantStore
    private let isBusy = Mutex(false)

    /// The largest archive in bytes.
    private static let limit = 64 << 20

    public init(database: TenantDatabase) {
        export = TenantExport(database: database)
        tenants = PlatformTenantStore(database: database.database)
    }

    public var routes: [Route] {
        [
            Route(
                "getOwnTenantExport", .get, "/api/v1/admin/tenant/export", access: .permission(.exportTenant),
                endpoint: getOwnTenantExport),
            Route(
                "getTenantExport", .get, "/api/v1/platform/tenants/{tenant}/export", access: .platform,
                endpoint: getTenantExport),
        ]
    }

    /// Answers `getOwnTenantExport` with a tar archive of the caller's tenant, 409 above 64 MiB, or 503 during another export. Writes an audit event.
    func getOwnTenantExport(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await archive(context.tenant, recorded: context.audit("tenant.export", subject: context.tenant.slug))
    }

    /// Answers `getTenantExport` with a tar archive, 404 for an unknown tenant, 409 if the archive exceeds 64 MiB, or 503 during another export. The
    /// audit logs of the platform and the tenant record the export before it starts.
    func getTenantExport(_ request: Request, _ context: RequestContext) async throws -> Response {
        let slug = try request.parameter("tenant")
        let caller = try context.platformCaller()
        let found = try await tenants.tenant(slug, caller)
        try await tenants.change(slug, by: TenantChange("tenant.export"), caller, requestID: context.requestID)
        return try await archive(found.tenant, recorded: nil)
    }

    private func archive(_ tenant: Tenant, recorded: AuditEvent?) async throws -> Response {
        let isFree = isBusy.withLock { isBusy in
            defer { isBusy = true }
            return !isBusy
        }
        guard isFree else {
            throw APIError(
                .serviceUnavailable, code: .busy, "another export is running: try again when it is done",
                retryAfter: 10)
        }
        defer { isBusy.withLock { $0 = false } }
        let buffer = ArchiveBuffer(limit: Self.limit)
        try await export.write(tenant, to: buffer, recorded: recorded)
        return .bytes(
            buffer.bytes, mediaType: "application/x-tar",
            fields: [
                "Cache-Control": "no-store", "Content-Disposition": "attachment; filename=\"\(tenant.slug).tar\"",
            ])
    }
}
