import FoundationEssentials
import Postgres
import Synchronization
import Tenancy
import Web

/// The record of a running import and its progress (spec R68).
///
/// The transaction of the import is invisible until it ends, so statements outside it create the record and write the progress. An unfinished import
/// is running while its advisory lock is held, because a server that stops releases its locks.
struct ImportJournal: Sendable {
    let id: ImportRecord.ID
    private let database: TenantDatabase
    private let tenant: TenantID
    private let news: LatestProgress
    private let writing: Task<Void, Never>

    private final class LatestProgress: Sendable {
        private let newest = Mutex<ImportProgress?>(nil)

        func put(_ progress: ImportProgress) { newest.withLock { $0 = progress } }

        func take() -> ImportProgress? {
            newest.withLock { newest in
                defer { newest = nil }
                return newest
            }
        }
    }

    /// The first key of the advisory lock for a tenant's imports, which no other lock with a tenant as its second key may use.
    static let lock: Int32 = 7211

    /// The interval at which new progress is written and the record is checked for cancellation.
    private static let pause = Duration.milliseconds(500)

    /// Creates the record of an import, marks earlier unfinished imports as broken off, and starts the task that writes the progress until `close`.
    /// The caller must hold the tenant's lock.
    ///
    /// - Parameter run: The running import, which is cancelled when any server cancels the record.
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
        let news = LatestProgress()
        (self.id, self.database, self.tenant, self.news) = (id, database, tenant, news)
        writing = Task {
            var items: Int64 = 0
            while !Task.isCancelled {
                var statement = Self.look(id, tenant)
                if let progress = news.take() {
                    if case .reading(let count) = progress { items = count }
                    statement = Self.note(ImportProgressView(progress, items: items), id, tenant)
                }
                // A sent statement is awaited even if this task is cancelled.
                let sent = statement
                let rows = await Task { try? await database.rows(in: tenant, sent) }.value
                if let rows, rows.isEmpty { return run.cancel() }
                do { try await Task.sleep(for: Self.pause) } catch { return }
            }
        }
    }

    /// Records progress, to be written within about half a second in place of earlier progress that is not yet written. Never blocks.
    func note(_ progress: ImportProgress) { news.put(progress) }

    /// Stops writing progress and checking for cancellation, and waits for a statement that is already sent, so that the outcome can be written.
    func close() async {
        writing.cancel()
        await writing.value
    }

    enum Ending: String {
        case brokenOff = "broken-off"
        case cancelled
    }

    /// Stops writing progress and, if the record is still in progress or broken off, records the ending and the reason. Also runs if the calling task
    /// is cancelled. A failed write is ignored, because the released lock shows that the import has ended.
    func recordInterruption(_ report: ImportReport, _ ending: Ending, _ reason: String) async {
        await close()
        var report = report
        report.faults.append(reason, at: FilePosition(file: report.name, line: 0))
        let (database, tenant, id) = (database, tenant, id)
        guard let bytes = try? JSONText.encoded(report) else { return }
        let statement: SQL = """
            update app.radio_import
               set outcome = \(ending.rawValue), finished_at = clock_timestamp(), progress = null,
                   report = \(String(decoding: bytes, as: UTF8.self))::text::jsonb
             where tenant_id = \(tenant)
               and import_id = \(id.rawValue)
               and outcome in ('under-way', 'broken-off')
            """
        // Cancelling the caller does not cancel this task.
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
