import Logging

/// A connection that applies migrations.
struct MigrationSession: Sendable {
    /// The maximum number of attempts to apply a file that deadlocks or cannot get its locks within three seconds.
    private static let tries = 10
    private static let lockPause = Duration.milliseconds(200)

    private let connection: Connection
    private let logger: Logger

    init(conninfo: String, options: String?, logger: Logger) async throws(PostgresError) {
        let parameters = try ConnectionParameters(conninfo: conninfo, options: options)
        connection = Connection(parameters: parameters, mode: .script, owner: NoOwner(), logger: logger)
        self.logger = logger
        try await connection.open()
    }

    /// Closes the connection, which releases the lock.
    func close() async { await connection.close() }

    /// Returns the rows of `control.schema_migration`, ordered by number; empty if the table does not exist.
    func applied() async throws(PostgresError) -> [MigrationHistory.Applied] {
        let found = try await rows("select to_regclass('control.schema_migration') is not null as found")
        guard try found.first?("found", as: Bool.self) == true else { return [] }
        var applied: [MigrationHistory.Applied] = []
        let columns = #"to_char(applied_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as applied_at"#
        for row in try await rows(
            "select version, name, sha256, \(columns) from control.schema_migration order by version")
        {
            applied.append(try MigrationHistory.Applied(row: row))
        }
        return applied
    }

    /// Waits for the advisory lock of the migrators by polling. Throws `MigrationError.lockTimeout` if `limit` passes first.
    ///
    /// Waiting inside `pg_advisory_lock` would hold a snapshot, for which a `CREATE INDEX CONCURRENTLY` of the lock's holder would wait: a deadlock
    /// (spec O4.1).
    func lock(within limit: Duration) async throws {
        let deadline = ContinuousClock.now + limit
        let attempt = "select pg_try_advisory_lock(hashtextextended('control.schema_migration', 0)) as locked"
        while try await rows(attempt).first?("locked", as: Bool.self) != true {
            guard .now < deadline else { throw MigrationError.lockTimeout }
            try await Task.sleep(for: Self.lockPause)
        }
    }

    func createTable() async throws(PostgresError) {
        _ = try await connection.run(
            script: """
                create schema if not exists control;
                create table if not exists control.schema_migration (
                    version    integer primary key,
                    name       text not null unique,
                    sha256     text not null check (sha256 ~ '^[0-9a-f]{64}$'),
                    applied_at timestamptz not null default now(),
                    ms         bigint not null,
                    by         text not null default session_user
                )
                """)
    }

    /// Applies one migration and records it in `control.schema_migration`. Repeats a transaction that deadlocks or cannot get its locks.
    ///
    /// - Throws: `MigrationError.failed` for the file, `PostgresError.unavailable` after the loss of the connection, `CancellationError`.
    func apply(_ migration: Migration) async throws {
        var failures = 0
        while true {
            do throws(PostgresError) {
                try await applyOnce(migration)
                logger.debug("migration applied", metadata: ["migration": "\(migration.name)"])
                return
            } catch {
                _ = try? await connection.run(script: "rollback")
                failures += 1
                let isWorthIt = migration.isTransactional && (error.isLostRace || error.sqlState == "55P03")
                guard isWorthIt, failures < Self.tries else {
                    if case .unavailable = error { throw error }
                    throw MigrationError.failed(name: migration.name, reason: error.reason)
                }
            }
            try await Task.sleep(for: Backoff(first: .milliseconds(200), cap: .seconds(2)).pause(before: failures))
        }
    }

    private func applyOnce(_ migration: Migration) async throws(PostgresError) {
        let start = ContinuousClock.now
        guard migration.isTransactional else {
            for statement in StatementSplitter.statements(of: migration.sql) {
                _ = try await connection.run(script: statement)
            }
            _ = try await connection.run(script: record(migration, since: start))
            return
        }
        _ = try await connection.run(script: "reset all")
        _ = try await connection.run(script: "begin; set local lock_timeout = '3s'")
        _ = try await connection.run(script: migration.sql)
        guard await connection.isInTransaction else {
            throw .refused(
                reason:
                    "the file ends its transaction: remove COMMIT and ROLLBACK, or begin the file with -- no-transaction"
            )
        }
        _ = try await connection.run(script: record(migration, since: start) + "; commit")
    }

    private func record(_ migration: Migration, since start: ContinuousClock.Instant) -> String {
        let milliseconds = Int(start.duration(to: .now).inSeconds * 1_000)
        return """
            insert into control.schema_migration (version, name, sha256, ms)
            values (\(migration.version), \(Literal.quoted(migration.name)), '\(migration.checksum)', \(milliseconds))
            """
    }

    private func rows(_ statement: String) async throws(PostgresError) -> [Row] {
        try await connection.run(script: statement).first?.rows ?? []
    }

    private final class NoOwner: ConnectionOwner {}
}
