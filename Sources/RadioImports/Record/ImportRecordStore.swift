import FoundationEssentials
import Postgres
import Tenancy
import Web

/// All SQL that reads the record of imports; `ImportSession` writes it.
struct ImportRecordStore: Sendable {
    let database: TenantDatabase

    /// A row with its report as the JSON it is stored as.
    struct Entry: Sendable {
        let id: ImportRecord.ID
        let format: String
        let name: String
        let actor: String
        let startedAt: Instant
        let finishedAt: Instant
        let outcome: String
        let report: String
        /// Of the bytes of all its files.
        let sha256: [UInt8]?
    }

    /// The newest first.
    ///
    /// - Parameter before: those older than this one; `nil` from the newest on.
    func entries(
        before: ImportRecord.ID?, limit: Int, in tenant: TenantID
    ) async throws(PostgresError) -> [Entry] {
        try await database.all(
            in: tenant,
            """
            select import_id, format, name, actor, started_at, finished_at, outcome, report::text as report,
                   sha256
              from app.radio_import
             where tenant_id = \(tenant)
               and import_id < \(before?.rawValue ?? .max)
             order by import_id desc
             limit \(limit)
            """)
    }

    func entry(_ id: ImportRecord.ID, in tenant: TenantID) async throws(PostgresError) -> Entry? {
        try await database.first(
            in: tenant,
            """
            select import_id, format, name, actor, started_at, finished_at, outcome, report::text as report,
                   sha256
              from app.radio_import
             where tenant_id = \(tenant)
               and import_id = \(id.rawValue)
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
        finishedAt = Instant(try row("finished_at", as: Date.self))
        outcome = try row("outcome")
        report = try row("report")
        sha256 = try row.optional("sha256")
    }
}
