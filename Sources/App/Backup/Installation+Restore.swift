import Foundation
import Postgres
import Tenancy

extension Installation {
    /// Restores a backup into the empty database, then compares every table with its digest. If the comparison fails, the database is emptied again.
    /// The last step updates the statistics of the query planner; if it throws a `PostgresError`, the data is restored nevertheless.
    ///
    /// - Parameter progress: called on any thread.
    /// - Throws: `CommandFailure` if the file is damaged or not a backup, the database is not empty, `pg_restore` fails or a digest differs, with the
    ///   status `migration` if the schema of the backup is newer than this program; `TarError`, `EmbeddedPostgresError` or `PostgresError`.
    public func restore(
        from path: String, progress: @escaping @Sendable (BackupProgress) -> Void = { _ in }
    ) async throws -> BackupSummary {
        let file = try await Self.blocking.run { try Self.restorable(path, progress: progress) }
        let dump = try dumpAddress()
        try await refuseFilled()
        let program = try await postgresProgram("pg_restore", as: addresses.owner)
        try await Self.blocking.run {
            var done = 0
            try program.run(["--single-transaction", "--exit-on-error"]) { write in
                try file.forEachPiece(of: BackupManifest.dump) { piece in
                    try write(piece)
                    done += piece.count
                    progress(BackupProgress(step: .restoring, bytes: done, of: file.dumpSize))
                }
            }
        }
        do {
            try await compare(file.manifest, as: dump, progress: progress)
        } catch {
            try? await removeAll()
            throw error
        }
        // The query planner has no statistics after a restore.
        _ = try await owner.rows("analyze")
        return BackupSummary(file.manifest, path: path)
    }

    /// Checks that a file is an undamaged backup whose schema is not newer than this program. Opens no database, so that a bad file creates no data
    /// folder. O(bytes).
    ///
    /// - Throws: `CommandFailure` if the file is damaged or not a backup, with the status `migration` if the schema of the backup is newer.
    public static func checkForRestore(
        _ path: String, progress: @escaping @Sendable (BackupProgress) -> Void = { _ in }
    ) async throws {
        do {
            _ = try await blocking.run { try restorable(path, progress: progress) }
        } catch {
            throw CommandFailure(describing: error) ?? error
        }
    }

    private static func restorable(_ path: String, progress: (BackupProgress) -> Void) throws -> BackupFile {
        let file = try BackupFile(path: path)
        guard file.manifest.schemaVersion <= schemaVersion else {
            throw CommandFailure(
                """
                \(path) has schema version \(file.manifest.schemaVersion); this program knows versions up to \
                \(schemaVersion): \
                restore the backup with the program that wrote the backup, or with a newer program
                """, status: .migration)
        }
        try file.verify(progress: progress)
        return file
    }

    /// Returns whether the restored database has the schema version of this program. Otherwise the database needs a migration.
    public func isCurrent(_ summary: BackupSummary) -> Bool { summary.schemaVersion == Self.schemaVersion }

    private func refuseFilled() async throws {
        let found = try await owner.rows(
            """
            select current_database() as name,
                   exists (select from pg_namespace where nspname in ('app', 'control')) as filled
            """
        ).first
        guard try found?("filled") ?? false else { return }
        let name: String = try found?("name") ?? "tutti"
        throw CommandFailure(
            cluster == nil
                ? """
                the database \(name) is not empty: create a new database (`createdb --owner=app_owner NAME`, then \
                deploy/postgres/roles.sql with --set=database=NAME) and name the new database in all database URLs
                """
                : """
                the database in the data folder is not empty: stop the service and name an empty folder in \
                TUTTI_DATA_DIR, or move the old folder away
                """)
    }

    private func compare(
        _ manifest: BackupManifest, as address: DatabaseAddress, progress: @Sendable (BackupProgress) -> Void
    ) async throws {
        let database = Database(address.configuration(settings), logger: logger)
        let tables: [BackupManifest.Table]
        do {
            tables = try await database.transaction { transaction in
                _ = try await transaction.batch(["set local statement_timeout to 0"])
                return try await Self.digests(transaction) { progress(BackupProgress(step: .comparing)) }
            }
            await database.close()
        } catch {
            await database.close()
            throw Self.explained(error)
        }
        let differing = Set(tables).symmetricDifference(manifest.tables).map(\.name)
        guard differing.isEmpty else {
            throw CommandFailure(
                """
                the restored rows of \(Set(differing).sorted().joined(separator: ", ")) do not match the backup; \
                the database has been emptied. Restore again, or use another backup.
                """)
        }
    }

    private func removeAll() async throws {
        _ = try await owner.batch(["drop schema if exists app cascade", "drop schema if exists control cascade"])
    }
}
