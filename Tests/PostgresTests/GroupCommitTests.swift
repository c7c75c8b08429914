import TestSupport
import Testing

@testable import Postgres

/// Spec H4: statements that share a connection do not affect each other.
@Suite struct GroupCommitTests {
    /// Runs `body` with a client whose first grouped transaction waits for the advisory lock 1 until `body` calls `release` or returns. Returns the
    /// result of `body` after the end of the first transaction.
    private func whileFirstWaits<Value: Sendable>(
        patience: Duration = .seconds(300), settings: [LocalSetting] = [],
        _ body: (Database, _ release: () async throws -> Void) async throws -> Value
    ) async throws -> Value {
        try await withDatabase { database in
            try await withClient(database.ownerConninfo) {
                $0.groupPatience = patience
            } _: { client in
                _ = try await client.rows(
                    "create table note (id bigint primary key, transaction xid8 default pg_current_xact_id())")
                let holder = Holder(database)
                try await holder.lock()
                async let first = client.groupedBatch(
                    ["select pg_advisory_xact_lock(1)", "insert into note (id) values (0)"], settings: settings,
                    lockOrder: "0")
                #expect(try await database.hasLockWaiter())
                let value = try await body(client) { try await holder.unlock() }
                try await holder.unlock()
                #expect(try await first.count == 2)
                return value
            }
        }
    }

    private static func insertion(_ id: Int) -> [SQL] { ["insert into note (id) values (\(id)) returning id as value"] }

    /// Returns the transaction that wrote each note.
    private static func transactions(_ client: Database) async throws -> [Int: String] {
        let rows = try await client.rows("select id, transaction::text as transaction from note")
        return try Dictionary(uniqueKeysWithValues: rows.map { (try $0("id"), try $0("transaction")) })
    }

    @Test func callersThatWaitForATransactionShareTheNext() async throws {
        let transactions = try await whileFirstWaits { client, release in
            try await withThrowingTaskGroup(of: (Int, Int).self) { tasks in
                for id in 1...5 {
                    tasks.addTask {
                        (id, try await client.groupedBatch(Self.insertion(id), lockOrder: "\(id)")[0].value())
                    }
                }
                #expect(await eventually { client.groups.waitingCount == 5 })
                try await release()
                // Each caller gets the results of its own statements.
                for try await (id, returned) in tasks { #expect(id == returned) }
            }
            return try await Self.transactions(client)
        }
        #expect(Set(transactions.keys) == Set(0...5))
        let shared = Set(transactions.filter { $0.key > 0 }.values)
        #expect(shared.count == 1)
        #expect(transactions[0] != transactions[1])
    }

    @Test func aRefusedStatementAffectsOnlyItsOwnCaller() async throws {
        let transactions = try await whileFirstWaits { client, release in
            _ = try await client.rows("insert into note (id) values (3)")
            let refused = try await withThrowingTaskGroup(of: Int?.self) { tasks in
                for id in 1...5 {
                    tasks.addTask {
                        let error = await failure {
                            try await client.groupedBatch(Self.insertion(id), lockOrder: "\(id)")
                        }
                        #expect(error == nil || error?.sqlState == "23505")
                        return error == nil ? nil : id
                    }
                }
                #expect(await eventually { client.groups.waitingCount == 5 })
                try await release()
                return try await tasks.reduce(into: Set<Int>()) { if let id = $1 { $0.insert(id) } }
            }
            #expect(refused == [3])
            return try await Self.transactions(client)
        }
        #expect(Set(transactions.keys) == Set(0...5))
    }

    /// Spec S1.5: no statement runs under the tenant of another caller.
    @Test func callersWithDifferentSettingsShareNoTransaction() async throws {
        let one = [LocalSetting("app.tenant_id", "1")]
        let (own, other) = try await whileFirstWaits(settings: one) { client, release in
            let reading: [SQL] = [
                "select pg_current_xact_id()::text || ' ' || current_setting('app.tenant_id') as value"
            ]
            async let other: String = client.groupedBatch(
                reading, settings: [LocalSetting("app.tenant_id", "2")], lockOrder: "2"
            )[0].value()
            // The other tenant does not wait for the first.
            let found = try await other
            async let own: String = client.groupedBatch(reading, settings: one, lockOrder: "1")[0].value()
            #expect(await eventually { client.groups.waitingCount == 1 })
            try await release()
            return (try await own, found)
        }
        #expect(own.hasSuffix(" 1"))
        #expect(other.hasSuffix(" 2"))
    }

    @Test func statementsOfACallerCancelledInTheLineAreNotSent() async throws {
        let transactions = try await whileFirstWaits { client, release in
            let cancelled = Task { try await client.groupedBatch(Self.insertion(1), lockOrder: "1") }
            #expect(await eventually { client.groups.waitingCount == 1 })
            let waiting = Task { try await client.groupedBatch(Self.insertion(2), lockOrder: "2") }
            #expect(await eventually { client.groups.waitingCount == 2 })
            cancelled.cancel()
            #expect(await failure { try await cancelled.value } == .cancelled)
            try await release()
            _ = try await waiting.value
            return try await Self.transactions(client)
        }
        #expect(Set(transactions.keys) == [0, 2])
    }

    @Test func callersDoNotWaitForATransactionThatTakesTooLong() async throws {
        let transactions = try await whileFirstWaits(patience: .zero) { client, _ in
            // The lock is still held.
            _ = try await client.groupedBatch(Self.insertion(1), lockOrder: "1")
            return try await Self.transactions(client)
        }
        #expect(Set(transactions.keys) == [1])
    }

    /// Two groups in one order of locks cannot wait for each other.
    @Test func aGroupRunsInTheOrderOfItsLocks() async throws {
        let order = try await whileFirstWaits { client, release in
            _ = try await client.rows("create table step (number bigserial, name text)")
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for (index, name) in ["c", "a", "b"].enumerated() {
                    tasks.addTask {
                        _ = try await client.groupedBatch(["insert into step (name) values (\(name))"], lockOrder: name)
                    }
                    #expect(await eventually { client.groups.waitingCount == index + 1 })
                }
                try await release()
                try await tasks.waitForAll()
            }
            return try await client.all("select name from step order by number", as: Name.self).map(\.name)
        }
        #expect(order == ["a", "b", "c"])
    }

    /// Spec O3.1: after the loss of the server, no caller waits longer than for its own statements.
    @Test func theLossOfAConnectionFailsOnlyTheRunningGroup() async throws {
        try await withDatabase { database in
            try await withClient(database.ownerConninfo) {
                $0.groupPatience = .seconds(300)
            } _: { client in
                _ = try await client.rows("create table note (id bigint primary key)")
                let holder = Holder(database)
                try await holder.lock()
                let first = Task { try await client.groupedBatch(["select pg_advisory_xact_lock(1)"], lockOrder: "0") }
                #expect(try await database.hasLockWaiter())
                let waiting = (1...3).map { id in
                    Task {
                        try await client.groupedBatch(Self.insertion(id), lockOrder: "\(id)")[0].value(as: Int.self)
                    }
                }
                #expect(await eventually { client.groups.waitingCount == 3 })
                _ = try await database.superuser.rows(
                    """
                    select pg_terminate_backend(l.pid)
                      from pg_locks l join pg_database d on d.oid = l.database
                     where d.datname = current_database() and l.locktype = 'advisory' and not l.granted
                    """)
                guard case .unavailable? = await failure({ try await first.value }) else {
                    Issue.record("the first caller got no error of the lost connection")
                    return
                }
                for (id, task) in zip(1...3, waiting) { #expect(try await task.value == id) }
                try await holder.unlock()
            }
        }
    }
}

extension GroupCommitTests {
    /// It is unknown whether the transaction was committed, so no member repeats its statements.
    @Test func theLossOfTheServerDuringAGroupReachesEachMember() async throws {
        try await whileFirstWaits { client, release in
            let members = [
                Task { try await client.groupedBatch(["select pg_sleep(300)"], lockOrder: "1") },
                Task { try await client.groupedBatch(Self.insertion(2), lockOrder: "0") },
            ]
            #expect(await eventually { client.groups.waitingCount == 2 })
            try await release()
            let end: SQL =
                "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'"
            #expect(try await eventually { try await !client.rows(end).isEmpty })
            for member in members {
                guard case .unavailable? = await failure({ try await member.value }) else {
                    Issue.record("a member got no error of the lost connection")
                    continue
                }
            }
            #expect(try await Self.transactions(client)[2] == nil)
        }
    }
}

private struct Name: RowDecodable {
    let name: String
    init(row: Row) throws(PostgresError) { name = try row("name") }
}

/// A session that holds the advisory lock 1 until it is asked to release it.
private actor Holder {
    private let database: TestDatabase
    private var holding: Task<Void, any Error>?
    private var release: CheckedContinuation<Void, Never>?

    init(_ database: TestDatabase) { self.database = database }

    func lock() async throws {
        await withCheckedContinuation { isLocked in
            holding = Task {
                try await database.whileHoldingLock {
                    await withCheckedContinuation { continuation in
                        release = continuation
                        isLocked.resume()
                    }
                }
            }
        }
    }

    /// Releases the lock, once.
    func unlock() async throws {
        release?.resume()
        release = nil
        try await holding?.value
        holding = nil
    }
}
