import Synchronization
import TestSupport
import Testing

@testable import Postgres

@Suite(.timeLimit(.minutes(30))) struct DatabaseTests {
    /// Spec O3.11.
    @Test(arguments: [Database.TransactionForm.explicit, .implicit])
    func eachOfManySimultaneousRequestsReadsItsOwnSettings(form: Database.TransactionForm) async throws {
        try await withDatabase { test in
            try await withClient(test.runtimeConninfo) {
                $0.transactionForm = form
            } _: { database in
                try await withThrowingTaskGroup(of: (Int, Int, Int).self) { group in
                    for number in 0..<500 {
                        group.addTask {
                            let rows = try await database.rows(
                                "select current_setting('app.number')::bigint as setting, \(number) as value",
                                settings: [LocalSetting("app.number", String(number))])
                            return (number, try rows.value("setting"), try rows.value())
                        }
                    }
                    for try await (number, setting, value) in group {
                        #expect(setting == number)
                        #expect(value == number)
                    }
                }
                #expect(database.facts.pipelineInFlight == 0)
                #expect(database.facts.pipelineWaiting == 0)
                // The setting is NULL on a connection that never had it, and empty on the others.
                let left: String = try await database.rows(
                    "select coalesce(current_setting('app.number', true), '') as value"
                ).value()
                #expect(left == "")
            }
        }
    }

    /// Spec H4.
    @Test(arguments: [Database.TransactionForm.explicit, .implicit])
    func anErrorOfAStatementDoesNotAffectOtherRequests(form: Database.TransactionForm) async throws {
        try await withDatabase { test in
            try await withClient(test.runtimeConninfo) {
                $0.pipelines = 1
                $0.transactionForm = form
            } _: { database in
                await withTaskGroup(of: Bool.self) { group in
                    for number in 0..<300 {
                        group.addTask {
                            do {
                                let rows = try await database.rows("select 10 / \(number % 3) as value")
                                return try number % 3 != 0 && rows.value() == 10 / (number % 3)
                            } catch {
                                return number % 3 == 0 && (error as? PostgresError)?.sqlState == "22012"
                            }
                        }
                    }
                    for await isRight in group { #expect(isRight) }
                }
            }
        }
    }

    @Test func aBatchReturnsTheRowsOfEachStatement() async throws {
        try await withDatabase { test in
            let answers = try await test.runtime.batch([
                "select 1 as value", "select 2 as value where false", "select generate_series(1, 3) as value",
            ])
            #expect(try answers.map { try $0.map { try $0("value", as: Int.self) } } == [[1], [], [1, 2, 3]])
            #expect(try await test.runtime.batch([]).isEmpty)
        }
    }

    @Test(arguments: [Database.TransactionForm.explicit, .implicit])
    func aFailedBatchIsRolledBack(form: Database.TransactionForm) async throws {
        try await withDatabase { test in
            try await withClient(test.ownerConninfo) {
                $0.transactionForm = form
            } _: { database in
                #expect(try await database.batch([]).isEmpty)
                _ = try await database.rows("create table note (id bigint primary key)")
                let error = await failure {
                    try await database.batch([
                        "insert into note values (1)", "insert into note values (1)", "insert into note values (2)",
                    ])
                }
                #expect(error?.sqlState == "23505")
                #expect(error?.constraint == "note_pkey")
                let count: Int = try await database.rows("select count(*) as value from note").value()
                #expect(count == 0)
            }
        }
    }

    @Test(arguments: [Database.TransactionForm.explicit, .implicit])
    func theErrorOfAConstraintCheckedAtCommitNamesTheConstraint(form: Database.TransactionForm) async throws {
        try await withDatabase { test in
            try await withClient(test.ownerConninfo) {
                $0.transactionForm = form
                $0.pipelines = 1
            } _: { database in
                _ = try await database.rows("create table work (id bigint primary key)")
                _ = try await database.rows(
                    "create table piece (work bigint constraint piece_work references work deferrable initially deferred)"
                )
                async let before = database.rows("select 1 as value")
                async let refused = failure { try await database.rows("insert into piece values (7)") }
                async let after = database.rows("select 2 as value")
                let values: [Int] = [try await before.value(), try await after.value()]
                #expect(values == [1, 2])
                let error = await refused
                #expect(error?.constraint == "piece_work")
                #expect(error?.sqlState == "23503")
                let inTransaction = await failure {
                    try await database.transaction { try await $0.rows("insert into piece values (7)") }
                }
                #expect(inTransaction?.constraint == "piece_work")
                let count: Int = try await database.rows("select count(*) as value from piece").value()
                #expect(count == 0)
            }
        }
    }

    /// Spec S1.21.
    @Test(arguments: [
        "'; drop table note; --", "\\'; drop table note; --", "$1", "$$; drop table note; $$", "%27", "\"", "E'\\x27'",
        "/*", "*/", "1 or 1=1", "\u{2019}; drop table note", "'||(select version())||'",
    ])
    func valuesAreNeverExecutedAsSQL(text: String) async throws {
        try await withDatabase { test in
            let database = test.owner
            _ = try await database.rows("create table note (title text)")
            let rows = try await database.rows(
                "insert into note values (\(text)) returning title as value, current_setting('app.x') as setting",
                settings: [LocalSetting("app.x", text)])
            #expect(try rows.value() == text)
            #expect(try rows.value("setting") == text)
            #expect(try await database.rows("select count(*) as value from note where title = \(text)").value() == 1)
        }
    }

    /// The name of a setting is part of the statement's text, while values never are.
    @Test(arguments: ["app.x', 'y', true); select ('", "App.x", "app.", "app x", ""] as [LocalSetting.Name])
    func anInvalidSettingNameIsRefused(_ name: LocalSetting.Name) async throws {
        try await withDatabase { test in
            let database = test.owner
            let reason = "the setting name \"\(name.text)\" must be lower-case words joined by dots"
            await #expect(throws: PostgresError.refused(reason: reason)) {
                try await database.rows("select 1", settings: [LocalSetting(name, "1")])
            }
        }
    }

    /// Spec S1.21.
    @Test func aNulByteInATextIsRefusedBeforeItIsSent() async throws {
        try await withDatabase { test in
            let database = test.runtime
            let text = "a\0b"
            #expect(await failure { try await database.rows("select \(1), \(text)") } == .nulByte(parameter: 2))
            #expect(await failure { try await database.rows("select \([text])") } == .nulByte(parameter: 1))
            let inTransaction = await failure { try await database.transaction { try await $0.rows("select \(text)") } }
            #expect(inTransaction == .nulByte(parameter: 1))
            guard case .refused = await failure({ try await database.rows("select 1", settings: [.init("a.b", text)]) })
            else { return #expect(Bool(false), "the setting was taken") }
            let bytes: [UInt8] = try await database.rows("select \([0, 1] as [UInt8]) as value").value()
            #expect(bytes == [0, 1])
        }
    }

    @Test func statementsThatWouldOutliveTheirTransactionAreRefused() async throws {
        try await withDatabase { test in
            let statements: [SQL] = ["commit", "set app.x = '1'", "listen a", "copy note to stdout"]
            for statement in statements {
                let error = await failure { try await test.runtime.rows(statement) }
                guard case .refused = error else { return #expect(Bool(false), "\(statement.text): \(error as Any)") }
            }
            guard
                case .refused = await failure({ try await test.runtime.rows("select 1", settings: [.init("a b", "")]) })
            else { return #expect(Bool(false), "the name was taken") }
        }
    }

    /// Spec H3.9.
    @Test func aCancelledCallReturnsImmediatelyWhileItsStatementsContinue() async throws {
        try await withDatabase { test in
            try await withClient(test.ownerConninfo) {
                $0.pipelines = 1
            } _: { database in
                _ = try await database.rows("create table note (id bigint)")
                var next: Task<Int, any Error>?
                try await test.whileHoldingLock {
                    let slow = Task {
                        try await database.batch(["insert into note values (1)", "select pg_advisory_xact_lock(1)"])
                    }
                    let isRunning = try await test.hasLockWaiter()
                    #expect(isRunning)
                    next = Task { try await database.rows("select 2 as value").value() }
                    #expect(await eventually { database.facts.pipelineInFlight == 2 })
                    slow.cancel()
                    #expect(await failure { try await slow.value } == .cancelled)
                    #expect(database.facts.pipelineInFlight == 2)
                }
                let answer = try await next?.value
                #expect(answer == 2)
                let count: Int = try await database.rows("select count(*) as value from note").value()
                #expect(count == 1)
            }
        }
    }

    @Test func aRequestCancelledInTheQueueIsNeverSent() async throws {
        try await withDatabase { test in
            try await withClient(test.ownerConninfo) {
                $0.pipelines = 1
                $0.pipelineDepth = 1
            } _: { database in
                _ = try await database.rows("create table note (id bigint)")
                var slow: Task<Void, any Error>?
                try await test.whileHoldingLock {
                    slow = Task { _ = try await database.rows("select pg_advisory_xact_lock(1)") }
                    #expect(await eventually { database.facts.pipelineInFlight == 1 })
                    let waiting = Task { try await database.rows("insert into note values (1)") }
                    #expect(await eventually { database.facts.pipelineWaiting == 1 })
                    waiting.cancel()
                    #expect(await failure { try await waiting.value } == .cancelled)
                }
                try await slow?.value
                let count: Int = try await database.rows("select count(*) as value from note").value()
                #expect(count == 0)
            }
        }
    }

    /// If one call has used the allowance for outages, later calls of the request are sent or refused without waiting.
    @Test func theCallsOfARequestShareOneOutageAllowance() async throws {
        try await withDatabase { test in
            try await withClient(test.runtimeConninfo) {
                $0.pipelines = 1
                $0.pipelineDepth = 1
                $0.waitLimit = 3
                $0.waitingLimit = 10
            } _: { database in
                #expect(await eventually { await database.ping() })
                let (used, fresh, start) = (OutageAllowance(), OutageAllowance(), ContinuousClock.now)
                used.addLoss(.seconds(1200), at: .now + .seconds(1200))
                var slow: Task<Void, any Error>?
                try await test.whileHoldingLock {
                    slow = Task { _ = try await database.rows("select pg_advisory_xact_lock(1)") }
                    #expect(await eventually { database.facts.pipelineInFlight == 1 })
                    for allowance in [used, fresh] {
                        await OutageAllowance.$current.withValue(allowance) {
                            #expect(await failure { try await database.rows("select 1") } == .poolTimeout)
                        }
                    }
                    // The call has used up the allowance.
                    #expect(fresh.deadline(within: .seconds(3), at: start) == start)
                }
                try await slow?.value
                try await OutageAllowance.$current.withValue(used) { _ = try await database.rows("select 1") }
            }
        }
    }

    /// A server that gets more requests than it can answer still finishes the requests that it has begun.
    @Test func callsOfARequestThatHasBegunAreServedBeforeCallsOfNewRequests() async throws {
        try await withDatabase { test in
            try await withClient(test.runtimeConninfo) {
                $0.pipelines = 1
                $0.pipelineDepth = 1
                $0.waitLimit = 10
                $0.waitingLimit = 10
            } _: { database in
                #expect(await eventually { await database.ping() })
                let log = CallLog()
                @Sendable func call(_ name: String, _ allowance: OutageAllowance?) -> Task<Void, any Error> {
                    OutageAllowance.$current.withValue(allowance) {
                        Task {
                            _ = try await database.rows("select 1")
                            log.names.withLock { $0.append(name) }
                        }
                    }
                }
                let begun = OutageAllowance()
                try await call("first", begun).value
                var calls: [Task<Void, any Error>] = []
                try await test.whileHoldingLock {
                    calls.append(Task { _ = try await database.rows("select pg_advisory_xact_lock(1)") })
                    #expect(await eventually { database.facts.pipelineInFlight == 1 })
                    for (name, allowance) in [("no request", nil), ("new", OutageAllowance()), ("begun", begun)] {
                        let waiting = database.facts.pipelineWaiting
                        calls.append(call(name, allowance))
                        #expect(await eventually { database.facts.pipelineWaiting == waiting + 1 })
                    }
                }
                for call in calls { try await call.value }
                #expect(log.names.withLock { $0 } == ["first", "begun", "no request", "new"])
            }
        }
    }

    @Test func theOutageAllowanceIsRestoredAfterAFewSeconds() {
        let (allowance, now) = (OutageAllowance(), ContinuousClock.now)
        #expect(allowance.deadline(within: .seconds(2), at: now) == now + .seconds(2))
        allowance.addLoss(.milliseconds(1500), at: now)
        #expect(allowance.deadline(within: .seconds(2), at: now) == now + .milliseconds(500))
        allowance.addLoss(.milliseconds(1500), at: now + .seconds(1))
        let soon = now + .seconds(2), later = now + .seconds(7)
        #expect(allowance.deadline(within: .seconds(2), at: soon) == soon)
        #expect(allowance.deadline(within: .seconds(2), at: later) == later + .seconds(2))
    }

    @Test func aCallerWaitingTooLongForAConnectionGetsAPoolTimeout() async throws {
        try await withDatabase { test in
            try await withClient(test.runtimeConninfo) {
                $0.pipelines = 1
                $0.pipelineDepth = 1
                $0.waitLimit = 5
                $0.waitingLimit = 1
            } _: { database in
                #expect(await eventually { await database.ping() })
                var slow: Task<Void, any Error>?
                try await test.whileHoldingLock {
                    slow = Task { _ = try await database.rows("select pg_advisory_xact_lock(1)") }
                    #expect(await eventually { database.facts.pipelineInFlight == 1 })
                    let one = Task { await failure { try await database.rows("select 1") } }
                    let other = Task { await failure { try await database.rows("select 1") } }
                    #expect(await one.value == .poolTimeout)
                    #expect(await other.value == .poolTimeout)
                }
                try await slow?.value
                #expect(await eventually { await database.ping() })
            }
        }
    }

    /// Realms take turns at the shared connections: the waiting statements of a flood delay another realm by one
    /// statement.
    @Test func aFloodOfOneRealmDelaysAnotherRealmByAtMostOneStatement() async throws {
        try await withDatabase { test in
            _ = try await test.owner.rows("create table visit (number bigint generated always as identity, realm text)")
            try await withClient(test.ownerConninfo) {
                $0.pipelines = 1
                $0.pipelineDepth = 1
                $0.waitLimit = 300
                $0.waitingLimit = 40
            } _: { database in
                #expect(await eventually { await database.ping() })
                let refused = Refusals()
                let visit: @Sendable (String) async -> PostgresError? = { realm in
                    let error = await failure {
                        try await database.rows(
                            "insert into visit (realm) values (\(realm))",
                            settings: [LocalSetting("app.tenant_id", realm)])
                    }
                    if error != nil { refused.count.add(1, ordering: .relaxed) }
                    return error
                }
                var visits: [Task<PostgresError?, Never>] = []
                var slow: Task<Void, any Error>?
                try await test.whileHoldingLock {
                    slow = Task { _ = try await database.rows("select pg_advisory_xact_lock(1)") }
                    #expect(await eventually { database.facts.pipelineInFlight == 1 })
                    for _ in 0..<60 { visits.append(Task { await visit("1") }) }
                    // The flood has taken all places; its other statements were refused.
                    #expect(await eventually { database.facts.pipelineWaiting == 40 })
                    #expect(await eventually { refused.count.load(ordering: .relaxed) == 20 })
                    visits.append(Task { await visit("2") })
                    #expect(await eventually { refused.count.load(ordering: .relaxed) == 21 })
                }
                try await slow?.value
                var failures: [PostgresError] = []
                for task in visits { if let error = await task.value { failures.append(error) } }
                #expect(failures == Array(repeating: .poolTimeout, count: 21))
                let rows = try await database.rows("select realm from visit order by number")
                let order = try rows.map { row in try row("realm", as: String.self) }
                #expect(order.count == 40)
                #expect(order.prefix(2).contains("2"), "\(order.prefix(5))")
            }
        }
    }

    @Test func aPreparedStatementIsRetriedAfterASchemaChange() async throws {
        try await withDatabase { test in
            let database = test.owner
            _ = try await database.rows("create table note (id bigint)")
            _ = try await database.rows("insert into note values (1)")
            for _ in 0..<8 { _ = try await database.rows("select * from note") }
            _ = try await database.rows("alter table note add column title text default 'x'")
            for _ in 0..<4 { #expect(try await database.rows("select * from note").value("title") == "x") }
        }
    }

    @Test func statementsArePreparedOncePerConnection() async throws {
        try await withDatabase { test in
            try await withClient(test.runtimeConninfo) {
                $0.pipelines = 1
            } _: { database in
                for number in 0..<5 { _ = try await database.rows("select \(number) + 1 as value") }
                let prepared = try await database.rows(
                    "select count(*) as value from pg_prepared_statements where statement like 'select $1 + 1%'")
                #expect(try prepared.value() == 1)
            }
        }
    }

    /// Spec O3.8.
    @Test func noStatementIsPreparedIfPreparingIsDisabled() async throws {
        try await withDatabase { test in
            try await withClient(test.runtimeConninfo) {
                $0.pipelines = 1
                $0.preparesStatements = false
            } _: { database in
                for number in 0..<5 { _ = try await database.rows("select \(number) + 1 as value") }
                #expect(try await database.rows("select count(*) as value from pg_prepared_statements").value() == 0)
            }
        }
    }

    @Test func largeValuesAreSentAndReceived() async throws {
        try await withDatabase { test in
            let text = String(repeating: "räksmörgås ", count: 500_000)
            async let small = test.runtime.rows("select 1 as value")
            let rows = try await test.runtime.rows("select \(text) as value, repeat('x', 5000000) as long")
            #expect(try rows.value() == text)
            #expect(try rows.value("long", as: String.self).utf8.count == 5_000_000)
            #expect(try await small.value() == 1)
        }
    }

    @Test func theCodeAndMessageOfAServerErrorArePassedOn() async throws {
        try await withDatabase { test in
            let error = await failure { try await test.runtime.rows("select nothing from nowhere") }
            #expect(error?.sqlState == "42P01")
            guard case .server(_, let message, nil, nil) = error else { return #expect(Bool(false)) }
            #expect(message.contains("nowhere"))
            #expect(error?.isTemporary == false)
        }
    }

    @Test func aClosedDatabaseClientIsUnavailable() async throws {
        try await withDatabase { test in
            try await withClient(test.runtimeConninfo) {
                // An idempotent statement may be sent again for this time.
                $0.waitLimit = 5
            } _: { database in
                #expect(await eventually { await database.ping() })
                await database.close()
                #expect(await failure { try await database.rows("select 1") } == .unavailable(reason: "closed"))
                #expect(await failure { try await database.transaction { _ in } } == .unavailable(reason: "closed"))
                #expect(await !database.ping())
            }
        }
    }

    @Test func releasingTheDatabaseClientEndsItsConnections() async throws {
        try await withDatabase { test in
            func use() async throws {
                var configuration = Database.Configuration(conninfo: test.runtimeConninfo)
                configuration.options = "-c application_name=let_go"
                configuration.waitLimit = 300
                let database = Database(configuration, logger: silent)
                _ = try await database.rows("select 1")
                try await database.transaction { _ = try await $0.rows("select 1") }
            }
            try await use()
            #expect(
                try await eventually {
                    try await test.superuser.rows(
                        "select count(*) as value from pg_stat_activity where application_name = 'let_go'"
                    ).value() == 0
                })
        }
    }
}

/// The names of finished calls, in the order of their ends.
private final class CallLog: Sendable {
    let names = Mutex<[String]>([])
}

/// The number of refused callers.
private final class Refusals: Sendable {
    let count = Atomic<Int>(0)
}
