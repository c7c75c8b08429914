import Postgres
import Tar
import Tenancy
import Web

/// An importer of exported tenants. An import is one transaction (docs/decisions/0049-a-tenant-is-moved-as-a-whole.md).
///
/// The importer works as `app_owner` under row-level security. Rows keep their keys, which are unique within a tenant. The archive is read twice,
/// first to verify the checksums and then in batches of lines, so that the use of memory does not depend on its size.
public struct TenantImporter: Sendable {
    private let database: Database
    private let workers = Workers("tutti.import-tenant", width: 1, limit: 16)

    /// Creates an importer with a client of the role `app_owner`.
    public init(owner database: Database) { self.database = database }

    /// The options of an import.
    public struct Order: Sendable {
        /// The short name; `nil` for the one in the archive.
        public var slug: String?
        /// The host names; if empty, those in the archive.
        public var hosts: [String] = []
        /// The multicast group and port; `nil` for those in the archive.
        public var multicast: (group: String, port: Int)?
        /// The multicast settings of the installation, for a tenant without its own.
        public var standardMulticast: (group: String, port: Int, interface: String)
        /// Whether the import is rolled back at the end.
        public var isDryRun = false

        /// Creates the options of an import that keeps the short name, the host names and the multicast scope in the archive.
        public init(standardMulticast: (group: String, port: Int, interface: String)) {
            self.standardMulticast = standardMulticast
        }
    }

    /// The result of an import or of a dry run.
    public struct Summary: Sendable, Hashable {
        public let slug: String
        public let hosts: [String]
        /// The number of imported rows of all tables together.
        public let rows: Int
        /// The number of stored files in the archive.
        public let files: Int
        /// The tables with rows that were not imported, because the archive does not contain their secrets.
        public let ended: [Ended]
        /// The columns that are not in the archive, with the consequences.
        public let leftOut: [String]

        /// A table of the archive with rows that were not imported.
        public struct Ended: Sendable, Hashable {
            /// The name of the table, without the schema.
            public let table: String
            /// The number of rows that were not imported.
            public let rows: Int
        }
    }

    /// Imports the archive or, with `isDryRun`, only checks it. Throws `TenantImportError` if the archive is refused, `TenantRegistryError` for an
    /// invalid host name in `order`, `TarError` if the archive cannot be read a second time, and `PostgresError`.
    public func run(path: String, _ order: Order) async throws -> Summary {
        let archive: TenantArchive
        do {
            archive = try await workers.run { try TenantArchive(path: path) }
        } catch TarError.damaged(_, let reason) {
            throw TenantImportError(path, "it cannot be read as a tar archive: \(reason)")
        } catch let error as TarError {
            throw TenantImportError(path, error.description, remedy: nil)
        }
        struct DryRunRollback: Error { let summary: Summary }
        do {
            return try await database.transaction { transaction in
                let summary = try await write(archive, order, transaction)
                // A dry run performs the whole import and then rolls it back.
                if order.isDryRun { throw DryRunRollback(summary: summary) }
                return summary
            }
        } catch let kept as DryRunRollback {
            return kept.summary
        }
    }

    private func write(
        _ archive: TenantArchive, _ order: Order, _ transaction: Transaction
    ) async throws -> Summary {
        let path = archive.path
        let slug = order.slug ?? archive.manifest.tenant
        let given = try order.hosts.map(TenantRegistry.hostName)
        let hosts = given.isEmpty ? archive.hosts : given
        let version = try await transaction.rows("select control.schema_version() as version").first
        let schema: Int = try version?("version") ?? 0
        guard schema == archive.manifest.schemaVersion else {
            throw TenantImportError(
                path,
                "the archive must have the schema version of this database (\(schema)), found \(archive.manifest.schemaVersion)",
                remedy: "install the same version on both servers and export again")
        }
        let tenant: Int = try await Self.explained(path, slug: slug, hosts: hosts) {
            let made = try await transaction.rows(
                """
                select control.import_tenant(\(archive.description)::json, \(slug), \(hosts)::text[],
                                             \(order.multicast?.group), \(order.multicast.map { Int32($0.port) })) as id
                """)
            return try made.first?("id") ?? 0
        }
        // The first host becomes the primary host. The times differ by a microsecond, so that the order is unambiguous.
        _ = try await transaction.rows(
            """
            update control.tenant_host h
               set added_at = now() + o.number * interval '1 microsecond'
              from unnest(\(hosts)::text[]) with ordinality o (host, number)
             where h.tenant_id = \(Int32(tenant))
               and h.host = o.host
            """)
        var rows = 0
        var ended: [Summary.Ended] = []
        let tables = try await transaction.rows("select control.import_tables() as name").map {
            try $0("name", as: String.self)
        }
        if let unknown = archive.tables.subtracting(tables).min() {
            throw TenantImportError(
                path, "it contains the table \(unknown), which this server does not have",
                remedy: "install the same version on both servers and export again")
        }
        if let missing = Set(tables).subtracting(archive.tables).min() {
            throw TenantImportError(path, "the table \(missing) is missing")
        }
        for table in tables {
            let (read, written) = try await fill(table, from: archive, transaction)
            rows += written
            if written < read { ended.append(Summary.Ended(table: table, rows: read - written)) }
        }
        try await Self.explained(path, member: "its data") {
            _ = try await transaction.rows("select control.check_imported_keys()")
        }
        try await reserveScope(order, path, transaction)
        // A number of the audit log that a rolled-back transaction has used is lost, so a dry run writes no audit event.
        if !order.isDryRun {
            _ = try await transaction.rows(
                """
                select control.record_act(\(Int32(tenant)), \(slug), 'tenant.import', 'command',
                                          \(AuditEvent.Actor.command.name),
                                          jsonb_build_object('from', \(archive.manifest.tenant)::text), null)
                """)
        }
        return Summary(
            slug: slug, hosts: hosts, rows: rows, files: archive.fileCount, ended: ended,
            leftOut: archive.manifest.leftOut)
    }

    /// Imports one table. Returns the number of lines in the archive and of rows written.
    private func fill(
        _ table: String, from archive: TenantArchive, _ transaction: Transaction
    ) async throws -> (read: Int, written: Int) {
        guard var lines = archive.lines(of: table) else { return (0, 0) }
        let declared = archive.manifest.members.first { $0.name == "app/\(table).jsonl" }?.rows
        var read = 0
        var written = 0
        while let batch = try lines.next() {
            read += batch.count
            written += try await Self.explained(archive.path, member: "app/\(table).jsonl") {
                if table == Self.fileTable { return try await files(batch, from: archive, transaction) }
                return try await Self.insert(table, batch, contents: nil, archive, transaction)
            }
        }
        guard declared == read else {
            throw TenantImportError(
                archive.path, "app/\(table).jsonl has \(read) lines, but the manifest lists \(declared ?? 0)")
        }
        return (read, written)
    }

    /// The table of stored files. The archive contains the content of each file as a separate member.
    private static let fileTable = "blob"

    /// Imports the rows of stored files, with one file in memory at a time. Returns the number of rows written.
    private func files(_ lines: [String], from archive: TenantArchive, _ transaction: Transaction) async throws -> Int {
        var written = 0
        for line in lines {
            let digest = try await transaction.rows("select substr(\(line)::json ->> 'sha256', 3) as hash").first
            let hash = try digest?.optional("hash", as: String.self) ?? ""
            guard let content = try await workers.run({ try archive.file(hash) }) else {
                throw TenantImportError(archive.path, "the file files/\(hash) is missing")
            }
            written += try await Self.insert(Self.fileTable, [line], contents: [content], archive, transaction)
        }
        return written
    }

    private static func insert(
        _ table: String, _ lines: [String], contents: [[UInt8]]?, _ archive: TenantArchive, _ transaction: Transaction
    ) async throws -> Int {
        let content = contents?.first
        let rows = try await transaction.rows(
            """
            select control.import_rows(\(table), \(archive.exportedID), \(lines)::text[],
                                       nullif(array_remove(array[\(content)::bytea], null), '{}')) as written
            """)
        return try rows.first?("written") ?? 0
    }

    /// Reserves the multicast scope of the concert on the air, if there is one.
    private func reserveScope(_ order: Order, _ path: String, _ transaction: Transaction) async throws {
        let standard = order.standardMulticast
        let group = order.multicast?.group ?? standard.group
        let port = order.multicast?.port ?? standard.port
        let isTaken: Bool
        do {
            _ = try await transaction.rows(
                """
                select control.go_on_air(coalesce(t.multicast_group, \(group)), coalesce(t.multicast_port, \(Int32(port))),
                                         coalesce(t.multicast_interface, \(standard.interface)))
                  from control.own_tenant() t
                 where t.active
                   and exists (select
                                 from app.live l
                                where l.tenant_id = app.tenant_id()
                                  and l.concert_id is not null)
                """)
            isTaken = false
        } catch {
            isTaken = error.constraint?.hasPrefix("on_air_") == true
            if !isTaken { throw error }
        }
        if isTaken {
            throw TenantImportError(
                path,
                "the tenant in the archive has a concert on the air, and another tenant already sends packets to the same group and port",
                remedy: "choose another group or port with --multicast GROUP:PORT")
        }
    }

    /// Replaces errors of the database server with `TenantImportError`. `member` is `nil` for `tenant.json`.
    private static func explained<Value>(
        _ path: String, member: String? = nil, slug: String = "", hosts: [String] = [],
        _ body: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await body()
        } catch let error as PostgresError {
            switch error.constraint {
            case "tenant_slug_key":
                throw TenantImportError(
                    path, "another tenant has the short name \(slug)", remedy: "choose another short name with --slug")
            case "tenant_slug_shape":
                throw TenantImportError(
                    path,
                    "the short name must have 1 to 63 lower-case letters (a to z), digits or hyphens, beginning with a letter, "
                        + "found \"\(slug)\"",
                    remedy: "choose another short name with --slug")
            case "tenant_host_pkey":
                throw TenantImportError(
                    path, "another tenant has the host name \(SentenceFormat.choice(hosts))",
                    remedy: "choose another host name with --host, or remove the host name from that tenant "
                        + "with `tutti tenant host remove`")
            default: break
            }
            guard case .server(let state, let message, let constraint, _) = error else { throw error }
            throw TenantImportError(
                path, "\(member ?? "tenant.json"): \(message)\(constraint.map { " (\($0))" } ?? "") [\(state)]",
                remedy: nil)
        }
    }
}
