import Postgres
import Tenancy

/// The export of a tenant to a file, for the command line.
public struct TenantExporter: Sendable {
    private let export: TenantExport

    /// Creates an exporter.
    ///
    /// - Parameter database: a database with the service's role.
    public init(database: TenantDatabase) { export = TenantExport(database: database) }

    /// Writes the archive of a tenant, even of a disabled tenant, to a new file. Throws 409 if the file exists or cannot be written, and the errors
    /// of the database. After an error, the incomplete file is removed.
    ///
    /// - Returns: the number of members of the archive, including the manifest.
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
