import FoundationEssentials
import Postgres
import Synchronization
import Tenancy
import Web

/// The row of an import from its beginning on, so that whoever looks sees how far it is (spec R68).
///
/// The import itself is one transaction, of which nobody sees anything until it ends. So the row is made, and its progress
/// written down, by statements beside it; what came of the import is written by the transaction itself. Whether an import
/// that is not finished still runs is asked of the lock that it holds: a server that died leaves none.
struct ImportJournal: Sendable {
    let id: ImportRecord.ID
    private let database: TenantDatabase
    private let tenant: TenantID
    private let news: News
    private let writing: Task<Void, Never>

    /// The newest progress that was not written yet.
    private final class News: Sendable {
        private let newest = Mutex<ImportProgress?>(nil)

        func put(_ progress: ImportProgress) { newest.withLock { $0 = progress } }

        func take() -> ImportProgress? {
            newest.withLock { newest in
                defer { newest = nil }
                return newest
            }
        }
    }

    /// Two imports of a tenant wait for each other by this number; any will do that nothing else locks on together with a tenant.
    static let lock: Int32 = 7211

    /// Between two looks at the record, which may have been cancelled.
    private static let pause = Duration.milliseconds(500)

    /// Writes down that an import begins, and that whatever was under way before is so no more: the lock is this one's.
    ///
    /// - Parameter run: cancelled when the record is, by whichever server.
    static func begin(
        _ report: ImportReport, at startedAt: Instant, by actor: ImportActor, _ database: TenantDatabase,
        in tenant: TenantID, _ run: ImportRun
    ) async throws -> ImportJournal {
        let json = String(decoding: try JSONText.encoded(report), as: UTF8.self)
        let rows = try await database.batch(
            in: tenant,
            [
                """
                update app.radio_import
                   set outcome = 'broken-off', finished_at = now(), progress = null
                 where tenant_id = \(tenant)
                   and outcome = 'under-way'
                """,
                """
                insert into app.radio_import (tenant_id, format, name, actor, started_at, finished_at, outcome, report,
                                              progress)
                values (\(tenant), \(report.format), \(String(report.name.prefix(500))), \(actor.name),
                        \(startedAt.description)::text::timestamptz, null, 'under-way', \(json)::text::jsonb,
                        \(ImportProgressView(.reading(items: 0), items: 0).stored)::text::jsonb)
                returning import_id
                """,
            ])
        guard let row = rows.last?.first else {
            throw PostgresError.noRow("import_id")
        }
        return ImportJournal(ImportRecord.ID(rawValue: try row("import_id")), database, tenant, run)
    }

    private init(_ id: ImportRecord.ID, _ database: TenantDatabase, _ tenant: TenantID, _ run: ImportRun) {
        let news = News()
        (self.id, self.database, self.tenant, self.news) = (id, database, tenant, news)
        writing = Task {
            var items: Int64 = 0
            while !Task.isCancelled {
                var statement = Self.look(id, tenant)
                if let progress = news.take() {
                    if case .reading(let count) = progress { items = count }
                    statement = Self.note(ImportProgressView(progress, items: items), id, tenant)
                }
                // A statement that was sent is waited for, whoever cancels.
                let sent = statement
                let rows = await Task { try? await database.rows(in: tenant, sent) }.value
                if let rows, rows.isEmpty { return run.cancel() }
                do { try await Task.sleep(for: Self.pause) } catch { return }
            }
        }
    }

    /// Notes how far it is, within half a second or so; of several notes the newest. Never waits.
    func note(_ progress: ImportProgress) { news.put(progress) }

    /// Nothing more is noted: what came of the import may be written.
    func close() async {
        writing.cancel()
        await writing.value
    }

    /// How an import ends that is not carried out.
    enum Ending: String {
        case brokenOff = "broken-off"
        case cancelled
    }

    /// Writes down that it ended in its midst, and why.
    func breakOff(_ report: ImportReport, _ ending: Ending, _ reason: String) async {
        await close()
        var report = report
        report.faults.append(reason, at: Place(file: report.name, line: 0))
        let (database, tenant, id) = (database, tenant, id)
        guard let bytes = try? JSONText.encoded(report) else { return }
        let statement: SQL = """
            update app.radio_import
               set outcome = \(ending.rawValue), finished_at = clock_timestamp(), progress = null,
                   report = \(String(decoding: bytes, as: UTF8.self))::text::jsonb
             where tenant_id = \(tenant)
               and import_id = \(id.rawValue)
               and outcome = 'under-way'
            """
        // Whoever asked for it may be gone; where the database is, the lock says the same.
        await Task { _ = try? await database.rows(in: tenant, statement) }.value
    }

    private static func note(_ view: ImportProgressView, _ id: ImportRecord.ID, _ tenant: TenantID) -> SQL {
        """
        update app.radio_import
           set progress = \(view.stored)::text::jsonb
         where tenant_id = \(tenant)
           and import_id = \(id.rawValue)
           and outcome = 'under-way'
        returning import_id
        """
    }

    /// A row as long as it is under way.
    private static func look(_ id: ImportRecord.ID, _ tenant: TenantID) -> SQL {
        """
        select import_id
          from app.radio_import
         where tenant_id = \(tenant)
           and import_id = \(id.rawValue)
           and outcome = 'under-way'
        """
    }
}
