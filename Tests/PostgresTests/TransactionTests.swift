import Synchronization
import TestSupport
import Testing

@testable import Postgres

@Suite(.timeLimit(.minutes(30))) struct TransactionTests {
    private struct Refusal: Error {}
    private final class Order: Sendable { let numbers = Mutex<[Int]>([]) }

    private func withNotes(
        _ configure: (inout Database.Configuration) -> Void = { $0.exclusive = 1 },
        _ body: (Database, TestDatabase) async throws -> Void
    ) async throws {
        try await withDatabase { test in
            try await withClient(test.ownerConninfo, configure) { database in
                _ = try await test.owner.rows("create table note (id bigint primary key)")
                try await body(database, test)
            }
        }
    }

    private func expectNotes(
        _ count: Int, in database: Database, _ location: SourceLocation = #_sourceLocation
    ) async throws {
        let found: Int = try await database.rows("select count(*) as value from note").value()
        #expect(found == count, sourceLocation: location)
    }

    @Test func aTransactionCommitsWhenItsBodyReturns() async throws {
        try await withNotes { database, _ in
            let answer = try await database.transaction(settings: [LocalSetting("app.x", "it's \\ here")]) {
                transaction in
                _ = try await transaction.batch(["insert into note values (1)", "insert into note values (2)"])
                return try await transaction.rows("select current_setting('app.x') as value").value(as: String.self)
            }
            #expect(answer == "it's \\ here")
            try await expectNotes(2, in: database)
            #expect(database.facts.exclusiveIdle == 1)
        }
    }

    @Test func aTransactionRollsBackWhenItsBodyThrows() async throws {
        try await withNotes { database, _ in
            await #expect(throws: Refusal.self) {
                try await database.transaction { transaction in
                    _ = try await transaction.rows("insert into note values (1)")
                    throw Refusal()
                }
            }
            try await expectNotes(0, in: database)
            #expect(database.facts.exclusiveIdle == 1)
        }
    }

    @Test func aTransactionRollsBackWhenItsTaskIsCancelledBetweenStatements() async throws {
        try await withNotes { database, _ in
            let task = Task {
                try await database.transaction { transaction in
                    _ = try await transaction.rows("insert into note values (1)")
                    while !Task.isCancelled { await Task.yield() }
                }
            }
            #expect(await eventually { database.facts.exclusiveBusy == 1 })
            task.cancel()
            #expect(await failure { try await task.value } == .cancelled)
            try await expectNotes(0, in: database)
        }
    }

    @Test func aRunningStatementIsStoppedWhenItsTaskIsCancelled() async throws {
        try await withNotes { database, test in
            let task = Task {
                try await database.transaction { transaction in
                    _ = try await transaction.batch(["insert into note values (1)", "select pg_sleep(600)"])
                }
            }
            let isRunning = try await test.hasSleepers(1)
            #expect(isRunning)
            task.cancel()
            #expect(await failure { try await task.value } == .cancelled)
            let isStopped = try await test.hasSleepers(0)
            #expect(isStopped)
            try await expectNotes(0, in: database)
            try await database.transaction { _ = try await $0.rows("select 1") }
        }
    }

    @Test func anErrorThatTheBodyIgnoresPreventsTheCommit() async throws {
        try await withNotes { database, _ in
            let error = await failure {
                try await database.transaction { transaction in
                    _ = try await transaction.rows("insert into note values (1)")
                    _ = try? await transaction.rows("select 1 / 0")
                }
            }
            #expect(error?.sqlState == "25P02")
            try await expectNotes(0, in: database)
        }
    }

    @Test func rollingBackToASavepointKeepsEarlierChanges() async throws {
        try await withNotes { database, _ in
            try await database.transaction { transaction in
                _ = try await transaction.rows("insert into note values (1)")
                _ = try await transaction.rows("savepoint here")
                _ = try? await transaction.rows("insert into note values (1)")
                _ = try await transaction.rows("rollback to here")
            }
            try await expectNotes(1, in: database)
        }
    }

    @Test func aTransactionCannotBeUsedAfterItsBodyHasReturned() async throws {
        try await withNotes { database, _ in
            let escaped = try await database.transaction { $0 }
            guard case .refused = await failure({ try await escaped.rows("select 1") }) else {
                return #expect(Bool(false), "it was still open")
            }
        }
    }

    @Test func noSessionStateRemainsForTheNextTransaction() async throws {
        try await withNotes { database, test in
            let first: Int = try await database.transaction { transaction in
                _ = try await transaction.rows(
                    "select set_config('app.tenant_id', '7', false), set_config('work_mem', '1MB', false)")
                _ = try await transaction.rows("select pg_advisory_lock(42)")
                _ = try await transaction.rows("create temp table leak as select 1")
                return try await transaction.rows("select pg_backend_pid()::bigint as value").value()
            }
            try await database.transaction { transaction in
                let row = try #require(
                    try await transaction.rows(
                        """
                        select pg_backend_pid()::bigint as pid,
                               coalesce(current_setting('app.tenant_id', true), '') as tenant,
                               current_setting('work_mem') as memory,
                               to_regclass('pg_temp.leak') is null as clean,
                               (select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks
                        """
                    ).first)
                #expect(try row("pid") == first)
                #expect(try row("tenant") == "")
                #expect(try row("memory") != "1MB")
                #expect(try row("clean") == true)
                #expect(try row("locks") == 0)
            }
        }
    }

    @Test(arguments: [Database.TransactionForm.explicit, .implicit])
    func settingsDoNotLeakBetweenTransactionsOfOneConnection(form: Database.TransactionForm) async throws {
        try await withNotes {
            $0.exclusive = 1
            $0.pipelines = 1
            $0.transactionForm = form
        } _: { database, _ in
            let seen: SQL = "select coalesce(current_setting('app.tenant_id', true), '') as value"
            for round in 0..<40 {
                let mine = LocalSetting("app.tenant_id", round.isMultiple(of: 2) ? "A" : "B")
                switch round % 4 {
                case 0: _ = await failure { try await database.rows("select 1 / 0", settings: [mine]) }
                case 1:
                    let task = Task {
                        try await database.transaction(settings: [mine]) { _ = try await $0.rows("select pg_sleep(5)") }
                    }
                    _ = await eventually { database.facts.exclusiveBusy == 1 }
                    task.cancel()
                    _ = await task.result
                case 2:
                    _ = await failure {
                        try await database.transaction(settings: [mine, LocalSetting("statement_timeout", "20")]) {
                            try await $0.rows("select pg_sleep(5)")
                        }
                    }
                default:
                    let task = Task { try await database.rows("select pg_sleep(0.02)", settings: [mine]) }
                    task.cancel()
                    _ = await task.result
                }
                let answers: [String] = [
                    try await database.rows(seen).value(),
                    try await database.transaction { try await $0.rows(seen).value() },
                    try await database.rows(seen, settings: [mine]).value(),
                    try await database.transaction(settings: [mine]) { try await $0.rows(seen).value() },
                ]
                #expect(answers == ["", "", mine.value, mine.value])
            }
        }
    }

    @Test func transactionsWaitingForAConnectionBeginInOrderOfArrival() async throws {
        try await withNotes { database, _ in
            let order = Order()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        try await database.transaction { transaction in
                            order.numbers.withLock { $0.append(number) }
                            _ = try await transaction.rows("select pg_sleep(0.01)")
                        }
                    }
                    let isInLine = await eventually {
                        database.facts.exclusiveWaiting + order.numbers.withLock { $0.count } > number
                    }
                    #expect(isInLine)
                }
                try await group.waitForAll()
            }
            #expect(order.numbers.withLock { $0 } == Array(0..<20))
            #expect(database.facts.waits >= 19)
        }
    }

    @Test func aCallerThatTimesOutOrIsCancelledIsRemovedFromTheQueue() async throws {
        try await withNotes {
            $0.exclusive = 1
            $0.waitLimit = 5
        } _: { database, test in
            #expect(await eventually { await failure { try await database.transaction { _ in } } == nil })
            var slow: Task<Void, any Error>?
            try await test.whileHoldingLock {
                slow = Task {
                    try await database.transaction { _ = try await $0.rows("select pg_advisory_xact_lock(1)") }
                }
                #expect(await eventually { database.facts.exclusiveBusy == 1 })
                let cancelled = Task { await failure { try await database.transaction { _ in } } }
                cancelled.cancel()
                #expect(await cancelled.value == .cancelled)
                #expect(await failure { try await database.transaction { _ in } } == .poolTimeout)
            }
            try await slow?.value
            try await database.transaction { _ in }
            #expect(database.facts.exclusiveIdle == 1)
        }
    }
}
