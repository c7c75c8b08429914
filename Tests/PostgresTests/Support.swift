import Logging
import TestSupport
import Testing

@testable import Postgres

let silent = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })

/// Runs `body` with a client, which is closed afterwards. The client's timeouts are longer than a service's, for machines under load.
func withClient<Value: Sendable>(
    _ conninfo: String, _ configure: (inout Database.Configuration) -> Void = { _ in },
    _ body: (Database) async throws -> Value
) async throws -> Value {
    var configuration = Database.Configuration(conninfo: conninfo)
    configuration.waitLimit = 300
    configure(&configuration)
    let database = Database(configuration, logger: silent)
    do {
        let value = try await body(database)
        await database.close()
        return value
    } catch {
        await database.close()
        throw error
    }
}

/// Polls until the condition holds; returns `false` after the time limit.
func eventually(within seconds: Double = 120, _ isSo: () async throws -> Bool) async rethrows -> Bool {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while .now < deadline {
        if try await isSo() { return true }
        try? await Task.sleep(for: .milliseconds(10))
    }
    return false
}

/// Returns the `PostgresError` that `body` throws; `nil` for no error and for another error.
func failure<Value>(_ body: () async throws -> Value) async -> PostgresError? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as? PostgresError
    }
}

extension [Row] {
    /// Returns the value of a column in the first row.
    func value<Value: PostgresDecodable>(_ column: String = "value", as type: Value.Type = Value.self) throws -> Value {
        let row = try #require(first)
        return try row(column)
    }
}

extension TestDatabase {
    /// Runs `body` while statements that request the advisory lock 1 must wait.
    func whileHoldingLock(_ body: () async throws -> Void) async throws {
        try await superuser.transaction { transaction in
            _ = try await transaction.rows("select pg_advisory_xact_lock(1)")
            try await body()
        }
    }

    /// Waits until a statement that requests an advisory lock held elsewhere has reached the database. Before that, a
    /// cancelled statement may never be sent.
    func hasLockWaiter() async throws -> Bool {
        try await eventually {
            try await superuser.rows(
                """
                select count(*) as value
                  from pg_locks l join pg_database d on d.oid = l.database
                 where d.datname = current_database() and locktype = 'advisory' and not granted
                """
            ).value() == 1
        }
    }

    /// Waits until this number of the database's sessions is in `pg_sleep`.
    func hasSleepers(_ count: Int) async throws -> Bool {
        try await eventually {
            try await superuser.rows(
                """
                select count(*) as value from pg_stat_activity
                 where wait_event = 'PgSleep' and datname = current_database()
                """
            ).value() == count
        }
    }
}
