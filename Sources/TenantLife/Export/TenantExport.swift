import Cryptography
import FoundationEssentials
import Postgres
import Tenancy
import Web

/// The export of a tenant to one archive: `tenant.json`, a JSON Lines file for each table of the schema `app`, every stored file under its SHA-256,
/// and `manifest.json`.
///
/// One repeatable-read transaction with the service's role reads the snapshot, filtered by row-level security. The table names come from the
/// catalogue of PostgreSQL, so that no table is forgotten. Credentials and their hashes are left out and listed in the manifest
/// (docs/decisions/0022-platform-administrators-act-through-database-functions.md).
struct TenantExport: Sendable {
    let database: TenantDatabase

    /// The largest number of rows of a table in memory.
    private static let page = 500

    /// Writes the archive and returns its manifest. Throws the errors of the database and of `sink`.
    ///
    /// - Parameter recorded: the audit event, or `nil` if the export has already been recorded.
    @discardableResult
    func write(
        _ tenant: Tenant, to sink: any ArchiveSink, recorded: AuditEvent?, at now: Instant = .now
    ) async throws -> ExportManifest {
        try await database.transaction(in: tenant.id) { transaction in
            _ = try await transaction.batch([
                "set local transaction_isolation to 'repeatable read'", "set local timezone to 'UTC'",
            ])
            let version = try await transaction.rows("select control.schema_version() as version").first
            let leftOut = try await transaction.rows("select table_name, column_name from control.left_out_columns()")
            var manifest = ExportManifest(
                schemaVersion: try version?("version") ?? 0, tenant: tenant.slug, exportedAt: now,
                leftOut: try leftOut.map { ExportManifest.leftOut(try $0("table_name"), try $0("column_name")) })
            var archive = TarArchive(to: sink, modified: now.milliseconds / 1000)
            // The primary host comes first, because an import makes the first host the primary one.
            let own = try await transaction.rows(
                """
                select json_object_agg(m.key, case when m.key = 'hosts' then to_json(h.hosts) else m.value end)::text as line
                  from (select o.*, string_to_array(control.allowed_origins(o.tenant_id), ' ') as allowed_origins
                          from control.own_tenant() o) t
                 cross join lateral json_each(row_to_json(t)) m
                 cross join lateral (select coalesce(string_agg(o.host, ' ' order by o.host <> p.host, o.host), '') as hosts
                                       from control.primary_host(t.tenant_id) p (host),
                                            unnest(string_to_array(t.hosts, ' ')) o (host)) h
                """)
            let description = try own.first?("line", as: String.self) ?? "{}"
            manifest.members.append(
                try await Self.member("tenant.json", to: &archive) { add in try await add(Array(description.utf8)) })
            for table in try await Self.tables(transaction) {
                manifest.members.append(try await Self.table(table, to: &archive, transaction))
            }
            manifest.members += try await Self.files(of: tenant.id, to: &archive, transaction)
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            let text = Array(try encoder.encode(manifest))
            _ = try await Self.member("manifest.json", to: &archive) { add in try await add(text) }
            try await archive.close()
            if let recorded { _ = try await transaction.rows(recorded.insertion(in: tenant.id)) }
            return manifest
        }
    }

    private static func tables(_ transaction: Transaction) async throws -> [String] {
        try await transaction.rows(
            """
            select c.relname::text as name
              from pg_catalog.pg_class c
             where c.relnamespace = 'app'::regnamespace
               and c.relkind in ('r', 'p')
               and not c.relispartition
             order by c.relname
            """
        ).map { try $0("name") }
    }

    private static func table(
        _ name: String, to archive: inout TarArchive, _ transaction: Transaction
    ) async throws -> ExportManifest.Member {
        _ = try await transaction.rows("select control.open_export(\(name))::text as cursor")
        var rows = 0
        let member = try await member("app/\(name).jsonl", to: &archive) { add in
            while true {
                let lines = try await transaction.rows("fetch forward 500 from tutti_export")
                var bytes: [UInt8] = []
                for line in lines {
                    bytes += try line("line", as: String.self).utf8
                    bytes.append(UInt8(ascii: "\n"))
                }
                try await add(bytes)
                rows += lines.count
                if lines.count < page { break }
            }
        }
        _ = try await transaction.rows("close tutti_export")
        return ExportManifest.Member(name: member.name, bytes: member.bytes, sha256: member.sha256, rows: rows)
    }

    /// Writes the stored files, one at a time.
    private static func files(
        of tenant: TenantID, to archive: inout TarArchive, _ transaction: Transaction
    ) async throws -> [ExportManifest.Member] {
        var members: [ExportManifest.Member] = []
        var last: [UInt8] = []
        while true {
            let row = try await transaction.rows(
                """
                select sha256, encode(sha256, 'hex') as name, content
                  from app.blob
                 where tenant_id = \(tenant)
                   and sha256 > \(last)
                 order by sha256
                 limit 1
                """
            ).first
            guard let row else { return members }
            let content: [UInt8] = try row("content")
            let name: String = try row("name")
            members.append(try await member("files/\(name)", to: &archive) { add in try await add(content) })
            last = try row("sha256")
        }
    }

    private typealias Addition = (_ bytes: [UInt8]) async throws -> Void

    private static func member(
        _ name: String, to archive: inout TarArchive, _ body: (Addition) async throws -> Void
    ) async throws -> ExportManifest.Member {
        var hash = SHA256()
        var bytes = 0
        try await archive.begin(name)
        try await body { part in
            hash.update(data: part)
            bytes += part.count
            try await archive.add(part)
        }
        try await archive.end()
        return ExportManifest.Member(name: name, bytes: bytes, sha256: hash.finalize().hexadecimal, rows: nil)
    }
}
