import Dispatch
import TestSupport
import Testing

@testable import Postgres

/// A caller on a serial queue, like an event loop.
private actor LoopCaller {
    nonisolated let executor: ConnectionExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    nonisolated let queue = DispatchQueue(label: "test.loop")

    init() { executor = ConnectionExecutor(label: "test.caller", loopQueue: queue) }

    /// Returns the backends of consecutive queries, and whether the actor's queue received every result.
    func backends(_ database: Database, count: Int) async throws -> (pids: Set<Int>, areOnLoop: Bool) {
        var pids: Set<Int> = []
        var areOnLoop = true
        for _ in 0..<count {
            pids.insert(try await database.rows("select pg_backend_pid() as value", idempotent: true).value())
            dispatchPrecondition(condition: .onQueue(queue))
            areOnLoop = areOnLoop && LoopQueue.current?.queue === queue
        }
        return (pids, areOnLoop)
    }

    /// Returns the backend that runs these statements.
    func backend(of statements: [SQL], _ database: Database) async throws -> Int {
        let rows = try await database.batch(statements)
        return try rows[0].value()
    }

    func backendWaiting(_ database: Database, forLock lock: Int) async throws -> Int {
        try await database.rows("select pg_backend_pid() as value from pg_advisory_xact_lock(\(lock))").value()
    }
}

@Suite struct LoopQueueTests {
    /// Spec H1, H4.
    @Test func eachEventLoopUsesItsOwnConnections() async throws {
        try await withDatabase { database in
            let callers = [LoopCaller(), LoopCaller()]
            try await withClient(database.runtimeConninfo) {
                $0.loopQueues = callers.map(\.queue)
            } _: { client in
                _ = try await client.rows("select 1 as value")
                #expect(await eventually { client.facts.pipelinesOpen == 4 })
                let first = try await callers[0].backends(client, count: 30)
                let second = try await callers[1].backends(client, count: 30)
                #expect(first.areOnLoop && second.areOnLoop)
                #expect((1...2).contains(first.pids.count) && (1...2).contains(second.pids.count))
                #expect(first.pids.isDisjoint(with: second.pids))
                // A caller without a loop gets a result, too.
                #expect(try await client.rows("select 7 as value").value(as: Int.self) == 7)
            }
        }
    }

    /// A selection behind a commit would wait for the disk.
    @Test func anEventLoopReadsAndWritesOnDifferentConnections() async throws {
        try await withDatabase { database in
            let caller = LoopCaller()
            try await withClient(database.ownerConninfo) {
                $0.loopQueues = [caller.queue]
            } _: { client in
                _ = try await client.rows("create table note (id bigint)")
                #expect(await eventually { client.facts.pipelinesOpen == 2 })
                let reading = try await caller.backends(client, count: 10).pids
                let selections: [SQL] = ["select pg_backend_pid() as value", "select 2 as value"]
                #expect(try await reading == [caller.backend(of: selections, client)])
                let write: SQL = "insert into note values (1) returning pg_backend_pid() as value"
                let writing = try await caller.backend(of: [write], client)
                #expect(!reading.contains(writing))
                #expect(try await caller.backend(of: ["select pg_backend_pid() as value", write], client) == writing)
            }
        }
    }

    @Test func anEventLoopWhoseConnectionsAreLostStillGetsResults() async throws {
        try await withDatabase { database in
            let callers = [LoopCaller(), LoopCaller()]
            try await withClient(database.runtimeConninfo) {
                $0.loopQueues = callers.map(\.queue)
            } _: { client in
                _ = try await client.rows("select 1 as value")
                #expect(await eventually { client.facts.pipelinesOpen == 4 })
                let lost = try await callers[0].backends(client, count: 30).pids
                for pid in lost {
                    _ = try await database.superuser.rows("select pg_terminate_backend(\(pid)::int)")
                }
                let answered = try await callers[0].backends(client, count: 30)
                #expect(!answered.pids.isEmpty && answered.areOnLoop)
                #expect(answered.pids.isDisjoint(with: lost), "other connections answer")
            }
        }
    }

    @Test func aSlowStatementDoesNotDelayLaterCallersOnItsEventLoop() async throws {
        try await withDatabase { database in
            let caller = LoopCaller()
            try await withClient(database.runtimeConninfo) {
                $0.loopQueues = [caller.queue]
            } _: { client in
                _ = try await client.rows("select 1 as value")
                #expect(await eventually { client.facts.pipelinesOpen == 2 })
                // One connection serves a loop as long as it makes progress.
                let usual = try await caller.backends(client, count: 30).pids
                #expect(usual.count == 1)
                let slow = try await database.superuser.transaction { transaction in
                    _ = try await transaction.rows("select pg_advisory_xact_lock(7)")
                    let slow = Task { try await caller.backendWaiting(client, forLock: 7) }
                    // Longer than the time that callers wait for a connection without progress.
                    #expect(await eventually { client.facts.pipelineInFlight == 1 })
                    try await Task.sleep(for: .milliseconds(100))
                    let meanwhile = try await caller.backends(client, count: 30).pids
                    #expect(meanwhile.isDisjoint(with: usual))
                    #expect(client.facts.pipelineInFlight == 1)
                    return slow
                }
                #expect(try await slow.value == usual.first)
                #expect(try await caller.backends(client, count: 30).pids == usual)
            }
        }
    }
}
