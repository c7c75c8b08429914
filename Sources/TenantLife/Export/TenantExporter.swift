import Postgres
import Tenancy

/// What the command line needs of an export: an archive in a file, and what came of it.
public struct TenantExporter: Sendable {
    private let export: TenantExport

    /// - Parameter database: the service's own role.
    public init(database: TenantDatabase) { export = TenantExport(database: database) }

    /// Writes the archive of a tenant, disabled or not, to a new file.
    ///
    /// - Returns: how many files are in it, the manifest counted.
    public func write(_ tenant: Tenant, path: String) async throws -> Int {
        let file = try ArchiveFile(path: path)
        let manifest = try await export.write(
            tenant, to: file, recorded: AuditEvent("tenant.export", by: .command, subject: tenant.slug))
        try await file.sync()
        return manifest.members.count + 1
    }
}
