import Foundation
import Postgres
import Radio
import Tenancy
import Web

/// Brings in what a source of another system says of a station (spec R68, decision 0028).
///
/// Everything is one transaction: items are staged in batches as they are read, compared with what is there by statements
/// over the whole stage, and published. A fault leaves out what it names, or with `isStrict` refuses all; a dry run does
/// the same work and takes it back. Imports of one tenant do not run at once: the second is told. How far it is stands in its
/// record (`ImportJournal`).
public struct StationImport: Sendable {
    private let database: TenantDatabase
    private let announcer: any ContentAnnouncer
    private let now: @Sendable () -> Instant
    /// Reading blocks and computes for long.
    private let workers: Workers
    private let afterStaging: @Sendable () throws -> Void

    public init(
        database: TenantDatabase, announcer: any ContentAnnouncer, now: @escaping @Sendable () -> Instant = { .now }
    ) {
        self.init(database: database, announcer: announcer, now: now) {}
    }

    /// - Parameter afterStaging: called when all is staged and nothing published yet, for tests of what happens then.
    init(
        database: TenantDatabase, announcer: any ContentAnnouncer, now: @escaping @Sendable () -> Instant,
        afterStaging: @escaping @Sendable () throws -> Void
    ) {
        self.database = database
        self.announcer = announcer
        self.now = now
        self.afterStaging = afterStaging
        workers = Workers("tutti.imports", width: 2, limit: 16)
    }

    /// What is asked for.
    public struct Order: Sendable {
        public var options = ImportOptions()
        public var isDryRun = false
        /// Whether one fault refuses all.
        public var isStrict = false

        public init(options: ImportOptions = ImportOptions(), isDryRun: Bool = false, isStrict: Bool = false) {
            self.options = options
            self.isDryRun = isDryRun
            self.isStrict = isStrict
        }
    }

    /// Reads, compares, publishes, and writes down what came of it.
    ///
    /// - Parameters:
    ///   - actor: who brings it in, for the record of imports and that of privileged acts.
    ///   - progress: told now and then how far it is, on any thread.
    /// - Throws: `APIError` 409 while another import of the tenant is under way, `ImportSource.Failure` for what cannot
    ///   be read at all. A refusal is no error but an outcome of the report.
    public func run(
        _ source: ImportSource, as format: ImportFormat, in tenant: Tenant, order: Order,
        by actor: ImportActor, progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
    ) async throws -> ImportRecord {
        let startedAt = now()
        let begun = ImportReport(
            format: format.name, name: source.name,
            source: order.options.source.map { "\(format.name):\($0)" } ?? format.name)
        var journal: ImportJournal?
        do {
            let (report, digest, id) = try await database.transaction(in: tenant.id) { transaction in
                try await Self.begin(transaction, tenant.id)
                let notes = try await ImportJournal.begin(begun, at: startedAt, by: actor, database, in: tenant.id)
                journal = notes
                let tell: @Sendable (ImportProgress) -> Void = { news in
                    notes.note(news)
                    progress(news)
                }
                let session = ImportSession(transaction: transaction, tenant: tenant.id)
                _ = try await transaction.rows("savepoint untouched")
                var options = order.options
                options.known = try await session.known(of: begun.source)
                let read = try await session.stage(
                    SourceReading(source: source, format: format, options: options), workers, tell)
                try afterStaging()
                let publication = Publication(
                    tenant: tenant.id, source: begun.source, coverage: format.coverage,
                    timeZone: order.options.timeZone ?? tenant.timeZone, now: startedAt)
                var result = try await session.publish(publication, read, begun, tell)
                result = Self.judged(result, read, order)
                if result.outcome == .refused || result.outcome == .dryRun {
                    // Nothing is kept but the report of what it would have done.
                    _ = try await transaction.rows("rollback to savepoint untouched")
                } else {
                    tell(.concluding)
                    try await session.conclude(
                        result, publication, announcer, ScheduleMaterialiser(database: database, now: now))
                }
                await notes.close()
                try await session.record(result, as: notes.id, read.sha256, actor)
                return (result, read.sha256, notes.id)
            }
            return ImportRecord(
                id: id, format: format.name, name: source.name, sha256: digest, actor: actor.name,
                startedAt: startedAt, finishedAt: now(), report: report)
        } catch {
            await journal?.breakOff(begun, Self.reason(of: error))
            throw Self.isOverlap(error) ? Self.scheduleChanged : error
        }
    }

    private static func isOverlap(_ error: any Error) -> Bool {
        (error as? PostgresError)?.constraint == "airing_no_overlap"
    }

    private static var scheduleChanged: APIError {
        APIError(.conflict, code: "schedule-changed", "the schedule was changed meanwhile; bring the file in again")
    }

    /// Why it ended in its midst, for whoever reads the record; what went wrong in the server is for its log.
    private static func reason(of error: any Error) -> String {
        if isOverlap(error) { return scheduleChanged.detail }
        if let failure = error as? ImportSource.Failure { return failure.description }
        return (error as? APIError)?.detail ?? "it ended before it was done; nothing was written"
    }

    /// Takes the tenant's lock. What has the transaction to itself may take longer than a request.
    private static func begin(_ transaction: Transaction, _ tenant: TenantID) async throws {
        _ = try await transaction.rows("set local statement_timeout = '15min'")
        _ = try await transaction.rows("set local idle_in_transaction_session_timeout = '5min'")
        let rows = try await transaction.rows(
            "select pg_try_advisory_xact_lock(\(ImportJournal.lock), \(tenant.rawValue)) as is_mine")
        guard try rows.first?("is_mine") ?? false else {
            throw APIError(
                .conflict, code: "import-under-way",
                "another import of this station is under way; try again when it is done",
                retryAfter: 10)
        }
        // An import leaves nothing staged; whatever is there is not of this one.
        _ = try await transaction.rows("delete from app.radio_stage where tenant_id = \(tenant)")
    }

    /// A file of which nothing can be used is refused: it is the wrong file, or the wrong format was named.
    private static func judged(_ report: ImportReport, _ read: SourceReading.Result, _ order: Order) -> ImportReport {
        var report = report
        let isUseless = report.faults.total > 0 && report.counts.allSatisfy { $0.changes + $0.unchanged == 0 }
        if isUseless || read.isWrong || (order.isStrict && report.faults.total > 0) {
            report.outcome = .refused
        } else if order.isDryRun {
            report.outcome = .dryRun
        } else {
            report.outcome = report.changesAnything ? .published : .unchanged
        }
        return report
    }
}
