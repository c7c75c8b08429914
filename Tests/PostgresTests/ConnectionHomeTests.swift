import Dispatch
import TestSupport
import Testing

@testable import Postgres

/// What asks the database from a serial queue, as an event loop does.
private actor Asker {
    nonisolated let executor: ConnectionExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    nonisolated let queue = DispatchQueue(label: "test.loop")

    init() { executor = ConnectionExecutor(label: "test.asker", home: queue) }

    /// The backends that answer so many questions, one after the other, and whether each answer came back here.
    func backends(_ database: Database, count: Int) async throws -> (pids: Set<Int>, areHome: Bool) {
        var pids: Set<Int> = []
        var areHome = true
        for _ in 0..<count {
            pids.insert(try await database.rows("select pg_backend_pid() as value", idempotent: true).value())
            dispatchPrecondition(condition: .onQueue(queue))
            areHome = areHome && ConnectionHome.current?.queue === queue
        }
        return (pids, areHome)
    }
}

@Suite struct ConnectionHomeTests {
    @Test func eachLoopAsksConnectionsOfItsOwn() async throws {
        try await withDatabase { database in
            let askers = [Asker(), Asker()]
            try await withClient(database.runtimeConninfo) {
                $0.homes = askers.map(\.queue)
            } _: { client in
                _ = try await client.rows("select 1 as value")
                #expect(await eventually { client.facts.pipelinesOpen == 4 })
                let first = try await askers[0].backends(client, count: 30)
                let second = try await askers[1].backends(client, count: 30)
                #expect(first.areHome && second.areHome)
                #expect((1...2).contains(first.pids.count) && (1...2).contains(second.pids.count))
                #expect(first.pids.isDisjoint(with: second.pids))
                // Who has no home is answered as well.
                #expect(try await client.rows("select 7 as value").value(as: Int.self) == 7)
            }
        }
    }

    @Test func aLoopWhoseConnectionsAreGoneAsksTheOthers() async throws {
        try await withDatabase { database in
            let askers = [Asker(), Asker()]
            try await withClient(database.runtimeConninfo) {
                $0.homes = askers.map(\.queue)
            } _: { client in
                _ = try await client.rows("select 1 as value")
                #expect(await eventually { client.facts.pipelinesOpen == 4 })
                for pid in try await askers[0].backends(client, count: 30).pids {
                    _ = try await database.superuser.rows("select pg_terminate_backend(\(pid)::int)")
                }
                let answered = try await askers[0].backends(client, count: 30)
                #expect(!answered.pids.isEmpty && answered.areHome)
            }
        }
    }
}
