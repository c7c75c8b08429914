import FoundationEssentials
import Postgres
import Tenancy
import Web

/// The SQL that reads import records. An unfinished import is in progress while the tenant's lock is held; otherwise its server stopped.
struct ImportRecordStore: Sendable {
    let database: TenantDatabase

    /// A record with the stored JSON of its report.
    struct Entry: Sendable {
        let id: ImportRecord.ID
        let format: String
        let name: String
        let actor: String
        let startedAt: Instant
        /// The end; `nil` if the import is in progress or its server stopped.
        let finishedAt: Instant?
        /// The outcome in the report, or `under-way`, `cancelled` or, after an error or a stop of the server, `broken-off`.
        let outcome: String
        let report: String
        /// The progress of an import in progress; `nil` if the import has ended.
        let progress: ImportProgressView?
        /// The SHA-256 hash of the files; `nil` if the import is in progress or was cancelled or interrupted.
        let sha256: [UInt8]?
    }

    /// Returns at most `limit` records, newest first: those older than `before`, or the newest if `before` is `nil`.
    func entries(
        before: ImportRecord.ID?, limit: Int, in tenant: TenantID
    ) async throws(PostgresError) -> [Entry] {
        try await entries(.min...((before?.rawValue ?? .max) - 1), limit: limit, in: tenant)
    }

    func entry(_ id: ImportRecord.ID, in tenant: TenantID) async throws(PostgresError) -> Entry? {
        try await entries(id.rawValue...id.rawValue, limit: 1, in: tenant).first
    }

    private func entries(
        _ ids: ClosedRange<Int64>, limit: Int, in tenant: TenantID
    ) async throws(PostgresError) -> [Entry] {
        try await database.all(
            in: tenant,
            """
            select import_id, format, name, actor, started_at, finished_at, report::text as report, sha256,
                   case when outcome = 'under-way' and not exists (
                                 select from pg_catalog.pg_locks l
                                  where l.locktype = 'advisory'
                                    and l.classid = \(Int64(ImportJournal.lock))::oid
                                    and l.objid = \(Int64(tenant.rawValue))::oid
                                    and l.objsubid = 2
                                    and l.granted
                                    and l.database = (select d.oid from pg_catalog.pg_database d
                                                       where d.datname = current_database()))
                        then 'broken-off' else outcome end as outcome,
                   progress::text as progress
              from app.radio_import
             where tenant_id = \(tenant)
               and import_id between \(ids.lowerBound) and \(ids.upperBound)
             order by import_id desc
             limit \(limit)
            """)
    }
}

extension ImportRecordStore.Entry: RowDecodable {
    init(row: Row) throws(PostgresError) {
        id = ImportRecord.ID(rawValue: try row("import_id"))
        format = try row("format")
        name = try row("name")
        actor = try row("actor")
        startedAt = Instant(try row("started_at", as: Date.self))
        finishedAt = try row.optional("finished_at", as: Date.self).map(Instant.init)
        let outcome: String = try row("outcome")
        self.outcome = outcome
        report = try row("report")
        progress =
            outcome == "under-way"
            ? try row.optional("progress", as: String.self).flatMap(ImportProgressView.init(stored:)) : nil
        sha256 = try row.optional("sha256")
    }
}
