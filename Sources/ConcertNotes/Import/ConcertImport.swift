import Postgres
import Tenancy
import Web

/// Imports programme folders: everything or nothing, and nothing when nothing changed.
public struct ConcertImport: Sendable {
    private let store: ConcertWriter
    private let workers: Workers

    /// - Parameter workers: where folders are read and hashed.
    public init(
        database: TenantDatabase, workers: Workers = Workers("tutti.import", width: 1, limit: 16)
    ) {
        store = ConcertWriter(database: database)
        self.workers = workers
    }

    /// Imports a folder as the concert that its name says, in one transaction.
    ///
    /// A concert that exists is replaced and its revision raised; when it is on the air it stays at its place, which
    /// the new content must therefore have. Equal content writes nothing.
    ///
    /// - Parameters:
    ///   - folder: absolute, or relative to the working directory.
    ///   - dryRun: checks all that an import checks, in the database too, and writes nothing.
    ///   - repairsPictures: see `ProgrammeFolder.read`.
    ///   - quota: what the tenant may have stored.
    ///   - actor: whose name the import is recorded under.
    /// - Throws: `ImportRefusal` with every fault; `PostgresError` when the database fails.
    public func run(
        folder: String, tenant: TenantID, dryRun: Bool = false, repairsPictures: Bool = false,
        quota: StorageQuota = StorageQuota(limit: nil), by actor: AuditEvent.Actor = .command
    ) async throws -> ImportReport {
        let (contents, digest) = try await workers.run(for: tenant.description) {
            let contents = try ProgrammeFolder(path: folder).read(repairsPictures: repairsPictures)
            return (contents, contents.programme.digest)
        }
        let outcome = try await store.put(
            contents.programme, slug: contents.slug, digest: digest, in: tenant, dryRun: dryRun,
            notices: contents.notices, quota: quota, by: actor)
        let programme = contents.programme
        return ImportReport(
            subject: "concert \(contents.slug)", name: contents.slug, outcome: outcome, isDryRun: dryRun,
            counts: [
                "pieces": programme.pieces.count,
                "measures": programme.count(\.measures),
                "tracks": programme.count(\.tracks),
                "pages": programme.pieces.flatMap(\.tracks).reduce(0) { $0 + $1.annotations.count },
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
