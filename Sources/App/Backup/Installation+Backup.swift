import Cryptography
import EmbeddedPostgres
import Foundation
import Glibc
import Logging
import Postgres
import Tar
import Web

/// The commands for a backup of the whole installation (docs/decisions/0048-backups-are-logical.md, spec O4.9).
extension Installation {
    /// The result of a backup or a restore.
    public struct BackupSummary: Sendable, Hashable {
        /// The path of the backup file.
        public let path: String
        /// The number of tables in the backup.
        public let tables: Int
        /// The number of rows of all tables in the backup.
        public let rows: Int
        /// The number of the last migration that was applied to the database in the backup.
        public let schemaVersion: Int
        /// The time of the database snapshot in the backup, RFC 3339 in UTC.
        public let takenAt: String
        /// The parts of the installation that the backup does not contain, one line each.
        public let leftOut: [String]

        init(_ manifest: BackupManifest, path: String) {
            self.path = path
            tables = manifest.tables.count
            rows = manifest.tables.reduce(0) { $0 + $1.rows }
            schemaVersion = manifest.schemaVersion
            takenAt = manifest.takenAt
            leftOut = manifest.leftOut
        }
    }

    /// Writes a backup, a snapshot of the database, to a new file. The backup is written as `FILE.part`, which replaces an earlier file of this name,
    /// verified against its manifest, and then renamed. After an error, `FILE.part` is removed. Rows can be read and changed meanwhile.
    ///
    /// - Parameter progress: called on any thread.
    /// - Throws: `CommandFailure` if a file with the path exists, `pg_dump` or a login for it is missing, the database refuses access or has no
    ///   schema, `pg_dump` fails, or the backup differs from the manifest; `TarError`, `EmbeddedPostgresError` or `PostgresError`.
    @discardableResult
    public func backUp(
        to path: String, progress: @escaping @Sendable (BackupProgress) -> Void = { _ in }
    ) async throws -> BackupSummary {
        guard access(path, F_OK) != 0 else {
            throw CommandFailure("\(path) already exists and is not overwritten: name another file")
        }
        let program = try await postgresProgram("pg_dump", as: try dumpAddress())
        let draft = path + ".part"
        do {
            let manifest = try await write(draft, with: program, progress: progress)
            try await Self.blocking.run {
                guard let written = try? BackupFile(path: draft), written.manifest == manifest,
                    (try? written.verify(progress: progress)) != nil
                else {
                    throw CommandFailure(
                        """
                        \(draft) did not contain what was written to it and has been deleted: check the disk, then \
                        back up again
                        """)
                }
                guard rename(draft, path) == 0 else { throw TarError.system(path: path, error: errno) }
                Self.syncFolder(of: path)
            }
            return BackupSummary(manifest, path: path)
        } catch {
            unlink(draft)
            throw error
        }
    }

    /// Reads a backup, compares every member with its checksum, and returns the summary in the manifest. O(bytes). Throws `CommandFailure` if the
    /// file is damaged or is not a backup.
    public static func verifyBackup(
        _ path: String, progress: @escaping @Sendable (BackupProgress) -> Void = { _ in }
    ) async throws -> BackupSummary {
        do {
            return try await blocking.run {
                let file = try BackupFile(path: path)
                try file.verify(progress: progress)
                return BackupSummary(file.manifest, path: path)
            }
        } catch {
            throw CommandFailure(describing: error) ?? error
        }
    }

    // MARK: - Writing

    private func write(
        _ draft: String, with program: PostgresProgram, progress: @escaping @Sendable (BackupProgress) -> Void
    ) async throws -> BackupManifest {
        let database = Database(program.address.configuration(settings), logger: logger)
        do {
            let manifest = try await database.transaction { transaction in
                // pg_dump uses the snapshot of this transaction, so that the dumped rows match the digests.
                _ = try await transaction.batch([
                    "set local transaction_isolation to 'repeatable read'",
                    "set local transaction_read_only to on",
                    "set local idle_in_transaction_session_timeout to 0", "set local statement_timeout to 0",
                ])
                let (snapshot, facts) = try await Self.snapshot(transaction)
                let archive = SharedArchive(draft)
                let member = try await Self.blocking.run {
                    try archive.open()
                    return try archive.add(BackupManifest.dump) { append in
                        var done = 0
                        try program.run(["--format=custom", "--compress=1", "--snapshot=\(snapshot)"]) { piece in
                            try append(piece)
                            done += piece.count
                            progress(BackupProgress(step: .dumping, bytes: done))
                        }
                    }
                }
                let tables = try await Self.digests(transaction) { progress(BackupProgress(step: .counting)) }
                let manifest = BackupManifest(
                    schemaVersion: facts.schemaVersion, takenAt: facts.takenAt, server: facts.server, tables: tables,
                    members: [member])
                try await Self.blocking.run {
                    let json = try manifest.json
                    _ = try archive.add(BackupManifest.name) { try $0(json) }
                    try archive.finish()
                }
                return manifest
            }
            await database.close()
            return manifest
        } catch {
            await database.close()
            throw Self.explained(error)
        }
    }

    private struct Facts {
        let schemaVersion: Int
        let takenAt: String
        let server: String
    }

    private static func snapshot(_ transaction: Transaction) async throws -> (name: String, facts: Facts) {
        let row = try await transaction.rows(
            """
            select pg_export_snapshot() as snapshot, coalesce((select max(version) from control.schema_migration), 0) as version,
                   to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as taken_at,
                   current_setting('server_version') as server
            """
        ).first
        guard let row, case let version:Int = try row("version"), version > 0 else {
            throw CommandFailure("the database has no schema yet: there is nothing to back up")
        }
        let facts = Facts(schemaVersion: version, takenAt: try row("taken_at"), server: try row("server"))
        return (try row("snapshot"), facts)
    }

    /// Returns every table of `control.dumped_tables` with the number and a digest of its rows, as visible in the transaction. O(rows). `each` is
    /// called before the rows of each table are read.
    static func digests(
        _ transaction: Transaction, each: () -> Void = {}
    ) async throws -> [BackupManifest.Table] {
        var tables: [BackupManifest.Table] = []
        for row in try await transaction.rows("select name from control.dumped_tables()") {
            let name: String = try row("name")
            each()
            let found = try await transaction.rows("select rows, digest from control.table_digest(\(name))")
            guard let digest = found.first else { continue }
            tables.append(
                BackupManifest.Table(name: name, rows: try digest("rows"), digest: try digest("digest")))
        }
        return tables
    }

    /// Returns the address of the database for the role `app_dump`. Throws `CommandFailure` if the settings contain no login for it.
    func dumpAddress() throws(CommandFailure) -> DatabaseAddress {
        guard let address = addresses.dump else {
            throw CommandFailure(
                """
                `tutti backup` and `tutti restore` read the database as app_dump, but DATABASE_URL has the login \
                app_rt: set \
                TUTTI_DUMP_DATABASE_URL to the URL of the same database with the login app_dump, \
                which deploy/postgres/roles.sql creates
                """)
        }
        return address
    }

    /// Returns an error that explains how to grant access, in place of an access error of PostgreSQL; returns any other error unchanged.
    static func explained(_ error: any Error) -> any Error {
        guard case PostgresError.server("42501", let message, _, _) = error else { return error }
        return CommandFailure(
            """
            the database refused access: \(message). Run `tutti migrate` first: this command gives app_dump the \
            permissions that a backup needs. The \
            login must be app_dump or have the role app_dump.
            """)
    }

    /// The thread for blocking work on backups.
    static let blocking = Workers("tutti.backup", width: 1, limit: 16)

    /// Syncs the folder of a file, since a rename may otherwise be lost in a crash.
    private static func syncFolder(of path: String) {
        let name = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let folder = Glibc.open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        Glibc.close(folder)
    }
}

/// The archive that a backup writes.
private final class SharedArchive: @unchecked Sendable {
    // Safety: only work on `Installation.blocking` uses `writer`. The queue runs one item at a time, and every caller waits for the end of its item.
    private let path: String
    private var writer: TarWriter?

    init(_ path: String) { self.path = path }

    func open() throws {
        writer = try TarWriter(path: path, modified: Int(Date.now.timeIntervalSince1970))
    }

    /// Adds a member to the archive, and counts and hashes its bytes.
    func add(
        _ name: String, _ body: (_ append: ([UInt8]) throws -> Void) throws -> Void
    ) throws -> BackupManifest.Member {
        guard let writer else { throw CommandFailure("the archive \(path) is not open for writing: report this error") }
        var hash = SHA256()
        try writer.begin(name)
        try body { piece in
            hash.update(data: piece)
            try writer.append(piece)
        }
        let bytes = try writer.end()
        return BackupManifest.Member(name: name, bytes: bytes, sha256: hash.finalize().hexadecimal)
    }

    func finish() throws { try writer?.finish() }
}
