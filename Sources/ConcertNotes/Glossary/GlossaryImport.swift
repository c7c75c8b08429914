import Postgres
import Tenancy
import Web

/// An import of the whole glossary of a tenant. The import writes nothing if the glossary has not changed.
public struct GlossaryImport: Sendable {
    private let store: GlossaryStore
    private let workers: Workers

    /// Creates an import.
    ///
    /// - Parameter workers: The threads on which files are read and hashed.
    public init(
        database: TenantDatabase, workers: Workers = Workers("tutti.import", width: 1, limit: 16)
    ) {
        store = GlossaryStore(database: database)
        self.workers = workers
    }

    /// Replaces the glossary with the glossary in a file, in one transaction with the notification.
    ///
    /// - Parameters:
    ///   - file: The path of a table or `glossary.xml`, absolute or relative to the working directory.
    ///   - dryRun: Whether to check and compare without writing.
    ///   - actor: The actor in the audit log.
    /// - Throws: `ImportRefusal` with the faults found; `APIError` 503 if too much work is waiting; `PostgresError` if the database fails.
    public func run(
        file: String, tenant: TenantID, dryRun: Bool = false, by actor: AuditEvent.Actor = .command
    ) async throws -> ImportReport {
        let (contents, digest) = try await workers.run(for: tenant.description) {
            let contents = try GlossaryFile(path: file).read()
            return (contents, contents.glossary.digest)
        }
        let items = contents.glossary.items
        let outcome = try await store.put(contents.glossary, digest: digest, in: tenant, dryRun: dryRun, by: actor)
        return ImportReport(
            subject: "glossary", name: "glossary", outcome: outcome, isDryRun: dryRun,
            counts: ["terms": items.count, "categories": Set(items.map(\.category)).count], notices: contents.notices)
    }
}
