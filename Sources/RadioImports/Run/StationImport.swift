import Fairness
import Foundation
import Postgres
import Radio
import Synchronization
import Tenancy
import Web

/// The import of files from other systems into a station (spec R68, decision 0028).
///
/// An import is one transaction: items are staged in batches, compared with the database, and published. An item with a fault is left out or, with
/// `isStrict`, the whole import is refused. A dry run or a refused import writes only its record and an audit event. A tenant has one import at a
/// time; a second one is refused if the first has not ended within three seconds.
///
/// A server runs at most three imports at a time, because each holds a database connection, and tenants take turns to start one. Readings take turns
/// of about 20 ms on low-priority threads, so a small file does not wait for the whole of a large one.
public struct StationImport: Sendable {
    private let database: TenantDatabase
    private let announcer: any ContentAnnouncer
    private let now: @Sendable () -> Instant
    private let starts: FairSemaphore
    private let shares: TimeShares
    public let counts = ImportCounts()
    private let afterStaging: @Sendable () throws -> Void

    public init(
        database: TenantDatabase, announcer: any ContentAnnouncer, now: @escaping @Sendable () -> Instant = { .now }
    ) {
        self.init(database: database, announcer: announcer, now: now) {}
    }

    /// Creates the import. Tests pass `afterStaging`, which is called between staging and publishing.
    init(
        database: TenantDatabase, announcer: any ContentAnnouncer, now: @escaping @Sendable () -> Instant,
        afterStaging: @escaping @Sendable () throws -> Void
    ) {
        self.database = database
        self.announcer = announcer
        self.now = now
        self.afterStaging = afterStaging
        starts = FairSemaphore(width: Self.width, limit: 64)
        shares = TimeShares(width: max(1, ProcessInfo.processInfo.activeProcessorCount / 2))
    }

    /// The maximum number of simultaneous imports, fewer than the database connections for transactions (`PoolConfiguration.exclusive`).
    private static let width = 3
    /// The time for which an import waits for another of its tenant, because a cancelled one does not end immediately.
    private static let patience = Duration.seconds(3)

    /// The settings for one import.
    public struct Order: Sendable {
        public var options = ImportOptions()
        public var isDryRun = false
        /// Whether a single fault refuses the whole import.
        public var isStrict = false
        public var limits = ImportLimits.files

        public init(
            options: ImportOptions = ImportOptions(), isDryRun: Bool = false, isStrict: Bool = false,
            limits: ImportLimits = .files
        ) {
            self.options = options
            self.isDryRun = isDryRun
            self.isStrict = isStrict
            self.limits = limits
        }
    }

    /// Imports a source and returns its record. A refusal is not an error but an outcome in the report.
    ///
    /// - Parameters:
    ///   - actor: The person or program that runs the import.
    ///   - progress: Receives the progress after each batch of items, before each part of the publication and before the conclusion, on any thread.
    /// - Throws: `APIError` 409 if another import of the tenant is running, if the import was cancelled, if the schedule was changed meanwhile, or if
    ///   the time zone of a channel is unknown; 503 if too many imports are waiting; `ImportSource.Failure` if the source cannot be read; and an
    ///   error of the database.
    public func run(
        _ source: ImportSource, as format: ImportFormat, in tenant: Tenant, order: Order,
        by actor: ImportActor, progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
    ) async throws -> ImportRecord {
        let began = ContinuousClock.now
        let hasStarted = Atomic(false)
        counts.began()
        do {
            let record = try await turn(of: tenant, until: began + Self.patience) {
                if !hasStarted.exchange(true, ordering: .relaxed) { counts.started() }
                return try await cancellable { run in
                    try await attempt(source, as: format, in: tenant, order, by: actor, run, progress)
                }
            }
            counts.ended(
                ImportCounts.Ending(record.report.outcome), hasStarted: true, after: ContinuousClock.now - began)
            return record
        } catch {
            counts.ended(
                Self.ending(error), hasStarted: hasStarted.load(ordering: .relaxed), after: ContinuousClock.now - began)
            throw error
        }
    }

    private static func ending(_ error: any Error) -> ImportCounts.Ending {
        switch (error as? APIError)?.code {
        case cancelled.code: .cancelled
        case underWay.code, .busy: .turnedAway
        default: .failed
        }
    }

    /// Runs the work when the semaphore admits the tenant, and again every 100 ms until `end` while another import of the tenant is in progress.
    /// Throws `APIError` 409 if the import was cancelled, 503 if too many imports are waiting, and the errors of `work`.
    private func turn<Value: Sendable>(
        of tenant: Tenant, until end: ContinuousClock.Instant, _ work: () async throws -> Value
    ) async throws -> Value {
        while true {
            do {
                return try await starts.run(for: tenant.id.description) {
                    try await work()
                }
            } catch is CancellationError {
                throw Self.cancelled
            } catch is FairSemaphore.QueueFull {
                throw APIError(
                    .serviceUnavailable, code: .busy, "too many imports are waiting; try again in 10 s", retryAfter: 10
                )
            } catch let error as APIError where error.code == Self.underWay.code && ContinuousClock.now < end {
                do { try await Task.sleep(for: .milliseconds(100)) } catch { throw Self.cancelled }
            }
        }
    }

    /// Runs an import as a task that its `ImportRun` or its caller can cancel. Throws `APIError` 409 if the task was cancelled, and the errors of
    /// `work`.
    private func cancellable<Value: Sendable>(
        _ work: @escaping @Sendable (ImportRun) async throws -> Value
    ) async throws -> Value {
        let run = ImportRun()
        let task = Task { try await work(run) }
        run.begin { task.cancel() }
        do {
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                run.cancel()
            }
        } catch {
            guard run.isCancelled else { throw error }
            throw Self.cancelled
        }
    }

    private static var cancelled: APIError {
        APIError(.conflict, code: .importCancelled, "the import was cancelled; nothing was written")
    }

    private func attempt(
        _ source: ImportSource, as format: ImportFormat, in tenant: Tenant, _ order: Order,
        by actor: ImportActor, _ run: ImportRun, _ progress: @escaping @Sendable (ImportProgress) -> Void
    ) async throws -> ImportRecord {
        let startedAt = now()
        let meter = ImportMeter(order.limits, sharing: shares, counts: counts)
        run.watch(meter)
        let begun = ImportReport(
            format: format.name, name: source.name,
            source: order.options.source.map { "\(format.name):\($0)" } ?? format.name)
        var journal: ImportJournal?
        do {
            let (report, digest, id) = try await database.transaction(in: tenant.id) { transaction in
                try await Self.begin(transaction, tenant.id)
                let notes = try await ImportJournal.begin(
                    begun, at: startedAt, by: actor, database, in: tenant.id, run)
                journal = notes
                let publishProgress: @Sendable (ImportProgress) -> Void = { update in
                    notes.note(update)
                    progress(update)
                }
                let session = ImportSession(transaction: transaction, tenant: tenant.id)
                _ = try await transaction.rows("savepoint untouched")
                var options = order.options
                options.known = try await session.known(of: begun.source)
                let read = try await session.stage(
                    SourceReading(source: source, format: format, options: options, meter: meter), publishProgress)
                guard !read.isRefused else {
                    let result = Self.refused(begun, read)
                    _ = try await transaction.rows("rollback to savepoint untouched")
                    await notes.close()
                    try await session.record(result, as: notes.id, read.sha256, actor)
                    return (result, read.sha256, notes.id)
                }
                try afterStaging()
                let publication = Publication(
                    tenant: tenant.id, source: begun.source, coverage: format.coverage,
                    timeZone: order.options.timeZone ?? tenant.timeZone, now: startedAt)
                var result = try await session.publish(publication, read, begun, publishProgress)
                result = Self.withOutcome(result, read, order)
                if result.outcome == .refused || result.outcome == .dryRun {
                    _ = try await transaction.rows("rollback to savepoint untouched")
                } else {
                    publishProgress(.concluding)
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
            await journal?.recordInterruption(begun, run.isCancelled ? .cancelled : .brokenOff, Self.reason(of: error))
            throw Self.isOverlap(error) ? Self.scheduleChanged : error
        }
    }

    private static func isOverlap(_ error: any Error) -> Bool {
        (error as? PostgresError)?.constraint == "airing_no_overlap"
    }

    private static var scheduleChanged: APIError {
        APIError(
            .conflict, code: .scheduleChanged, "the schedule was changed during the import; import the file again")
    }

    /// Returns the reason why an import stopped, for its record, which does not contain the details of server errors.
    private static func reason(of error: any Error) -> String {
        if isOverlap(error) { return scheduleChanged.detail }
        if error is CancellationError || error as? PostgresError == .cancelled {
            return "the import was cancelled, or the client closed the connection; nothing was written"
        }
        if let failure = error as? ImportSource.Failure { return failure.description }
        return (error as? APIError)?.detail
            ?? "the import stopped because of a server error; nothing was written; import the file again"
    }

    /// Sets longer time limits than those of requests, acquires the tenant's lock until the end of the transaction, and deletes staged items. Throws
    /// `APIError` 409 if another import holds the lock.
    private static func begin(_ transaction: Transaction, _ tenant: TenantID) async throws {
        _ = try await transaction.rows("set local statement_timeout = '15min'")
        _ = try await transaction.rows("set local idle_in_transaction_session_timeout = '5min'")
        let rows = try await transaction.rows(
            "select pg_try_advisory_xact_lock(\(ImportJournal.lock), \(tenant.rawValue)) as is_mine")
        guard try rows.first?("is_mine") ?? false else {
            throw underWay
        }
        _ = try await transaction.rows("delete from app.radio_stage where tenant_id = \(tenant)")
    }

    private static var underWay: APIError {
        APIError(
            .conflict, code: .importUnderWay,
            "another import of this station is in progress; try again when it is finished, or cancel it",
            retryAfter: 10)
    }

    private static func refused(_ begun: ImportReport, _ read: SourceReading.Result) -> ImportReport {
        var report = begun
        report.outcome = .refused
        report.faults.append(read.faults)
        report.notices.append(read.notices)
        return report
    }

    /// Returns the report with its outcome. An import is refused if all its files are of another format, if it is strict and has a fault, or if it
    /// has faults but no item that is new, changed, unchanged or gone.
    private static func withOutcome(_ report: ImportReport, _ read: SourceReading.Result, _ order: Order)
        -> ImportReport
    {
        var report = report
        let isUseless = report.faults.total > 0 && report.counts.allSatisfy { $0.usable == 0 }
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
