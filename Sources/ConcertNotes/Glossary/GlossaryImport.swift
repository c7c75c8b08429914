import Postgres
import Tenancy
import Web

/// An import of the whole glossary of a tenant. The import writes nothing if the glossary has not changed.
public struct GlossaryImport: Sendable {
    private let store: GlossaryStore
    private let workers: Workers

    public init(
        database: TenantDatabase, workers: Workers = Workers("tutti.import", width: 1, limit: 16)
    ) {
        store = GlossaryStore(database: database)
        self.workers = workers
    }

    /// Replaces the glossary with the glossary in a file, in one transaction with the notification. The file is a table or `glossary.xml`; its path
    /// is absolute or relative to the working directory. A dry run checks and compares without writing.
    ///
    /// Throws `ImportRefusal` with the faults found, and `APIError` 503 if too much work is waiting.
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
