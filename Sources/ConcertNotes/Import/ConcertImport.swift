import Postgres
import Tenancy
import Web

/// An import of a whole programme folder. The import writes nothing if the content has not changed.
public struct ConcertImport: Sendable {
    private let database: TenantDatabase
    private let workers: Workers

    public init(
        database: TenantDatabase, workers: Workers = Workers("tutti.import", width: 1, limit: 16)
    ) {
        self.database = database
        self.workers = workers
    }

    /// Imports a folder as the concert with the folder's name, in one transaction.
    ///
    /// An existing concert is replaced and gets a new revision. A concert on the air keeps its position, which the new content must contain. If the
    /// content is equal, nothing is written.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder, absolute or relative to the working directory.
    ///   - dryRun: Whether to make all checks, including the checks in the database, without a lasting change.
    ///   - repairsPictures: See `ProgrammeFolder.read`.
    ///   - quota: The limit for all stored files of the tenant together, checked after the files are written. By default, there is no limit.
    /// - Throws: `ImportRefusal` with the faults of the folder or, for a valid folder, with faults that the database reveals, such as an exceeded
    ///   quota; `APIError` 503 if too much work is waiting.
    public func run(
        folder: String, tenant: TenantID, dryRun: Bool = false, repairsPictures: Bool = false,
        quota: StorageQuota = StorageQuota(limit: nil), by actor: AuditEvent.Actor = .command
    ) async throws -> ImportReport {
        let (contents, digest) = try await workers.run(for: tenant.description) {
            let contents = try ProgrammeFolder(path: folder).read(repairsPictures: repairsPictures)
            return (contents, contents.programme.digest)
        }
        let slug = contents.slug
        let writer = ConcertWriter(
            tenant: tenant, slug: slug, quota: quota, record: RevisionRecord(source: .import)
        ) { AuditEvent("concert.import", by: actor, subject: slug, detail: $0) }
        let outcome: ImportReport.Outcome
        do {
            outcome = try await writer.put(
                contents.programme, digest: digest, in: database, dryRun: dryRun, notices: contents.notices)
        } catch let error as StorageExceeded {
            var findings = Findings()
            for notice in contents.notices { findings.notice(notice.file, line: notice.line, notice.text) }
            findings.fault(
                ".", "\(error) (stored-bytes-exceeded)",
                fix: "use smaller pictures, or ask the administrator of the server to raise the tenant's limit")
            throw ImportRefusal(findings)
        }
        let programme = contents.programme
        return ImportReport(
            subject: "concert \(contents.slug)", name: contents.slug, outcome: outcome, isDryRun: dryRun,
            counts: [
                "pieces": programme.pieces.count,
                "measures": programme.count(\.measures),
                "tracks": programme.count(\.tracks),
                "notes": programme.pieces.flatMap(\.tracks).reduce(0) { $0 + $1.annotations.count },
                "sections": programme.count(\.structure.sections),
                "key signatures": programme.count(\.keys),
                "intensities": programme.count(\.intensities),
                "pictures": programme.images.count,
                "app assets": programme.assets.count,
            ],
            notices: contents.notices)
    }
}

extension Programme {
    fileprivate func count<Element>(_ part: (Piece) -> [Element]) -> Int {
        pieces.reduce(0) { $0 + part($1).count }
    }
}
