import Postgres
import Tenancy

/// The export of a tenant to a file, for the command line.
public struct TenantExporter: Sendable {
    private let export: TenantExport

    /// Creates an exporter. `database` has the service's role.
    public init(database: TenantDatabase) { export = TenantExport(database: database) }

    /// Writes the archive of a tenant, even of a disabled one, to a new file, and returns the number of its members. Throws 409 if the file exists or
    /// cannot be written, and the errors of the database. After an error, the incomplete file is removed.
    public func write(_ tenant: Tenant, path: String) async throws -> Int {
        let file = try ArchiveFile(path: path)
        do {
            let manifest = try await export.write(
                tenant, to: file, recorded: AuditEvent("tenant.export", by: .command, subject: tenant.slug))
            try await file.sync()
            return manifest.members.count + 1
        } catch {
            file.remove()
            throw error
        }
    }
}
