import Logging
import TestSupport
import Testing

@testable import Postgres

let silent = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })

/// A client of one's own, closed at the end; it waits longer than a service should, for machines under load.
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

/// Asks again until the answer is yes; `false` when it never was within the time.
func eventually(within seconds: Double = 120, _ isSo: () async throws -> Bool) async rethrows -> Bool {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while .now < deadline {
        if try await isSo() { return true }
        try? await Task.sleep(for: .milliseconds(10))
    }
    return false
}

/// The error that the body throws.
func failure<Value>(_ body: () async throws -> Value) async -> PostgresError? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as? PostgresError
    }
}

extension [Row] {
    /// The one value of the one row.
    func value<Value: PostgresDecodable>(_ column: String = "value", as type: Value.Type = Value.self) throws -> Value {
        let row = try #require(first)
        return try row(column)
    }
}

extension TestDatabase {
    /// Runs `body` while statements that ask for the advisory lock 1 have to wait.
    func whileHoldingLock(_ body: () async throws -> Void) async throws {
        try await superuser.transaction { transaction in
            _ = try await transaction.rows("select pg_advisory_xact_lock(1)")
            try await body()
        }
    }

    /// Waits until a statement has come to the database that asks for the advisory lock another holds. Before that it may
    /// still be on its way, and who is cancelled then is not sent at all.
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

    /// Waits until so many sessions of the database are in `pg_sleep`.
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
