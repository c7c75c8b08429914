import Foundation
import TestSupport
import Testing

@testable import Postgres

/// Tests of callers of a frozen server, which acknowledges all bytes but answers none.
@Suite(.timeLimit(.minutes(30))) struct SilenceTests {
    /// Runs `body` with a proxy that can freeze, and a connection string with the proxy as the first host and the
    /// server as the second.
    private func withFreezableServer(
        _ test: TestDatabase, _ body: (FreezableServer, String) async throws -> Void
    ) async throws {
        let folder = try #require(try ConnectionParameters(conninfo: test.runtimeConninfo).attempts.first?["host"])
        let server = try FreezableServer(before: folder)
        defer { server.close() }
        try await body(
            server, test.runtimeConninfo.replacingOccurrences(of: folder, with: "\(server.folder),\(folder)"))
    }

    @Test func everyConnectionToAFrozenServerIsReplacedByAConnectionToTheNextHost() async throws {
        try await withDatabase { test in
            try await withFreezableServer(test) { server, conninfo in
                try await withClient(conninfo) {
                    $0.silenceLimit = 4
                } _: { database in
                    // Both pools have idle connections through the first host.
                    _ = try await database.rows("select 1")
                    try await database.transaction { _ = try await $0.rows("select 1") }
                    server.freeze()
                    let shared: Int = try await database.rows("select 1 as value", idempotent: true).value()
                    #expect(shared == 1)
                    // The connection of the other pool was closed too, so no call waits for the frozen server a second
                    // time.
                    let own: Int = try await database.transaction { try await $0.rows("select 2 as value").value() }
                    #expect(own == 2)
                }
            }
        }
    }

    @Test func aTransactionOnAFrozenServerFailsAsUnavailable() async throws {
        try await withDatabase { test in
            try await withFreezableServer(test) { server, conninfo in
                try await withClient(conninfo) {
                    $0.silenceLimit = 4
                } _: { database in
                    let error = await failure {
                        try await database.transaction { transaction in
                            _ = try await transaction.rows("select 1")
                            server.freeze()
                            _ = try await transaction.rows("select 1")
                        }
                    }
                    guard case .unavailable = error else { return #expect(Bool(false), "\(error as Any)") }
                    #expect(error?.isTemporary == true)
                }
            }
        }
    }

    @Test func aListenerOfAFrozenServerListensToTheNextHost() async throws {
        try await withDatabase { test in
            try await withFreezableServer(test) { server, conninfo in
                let listener = NotificationListener(
                    conninfo: conninfo, channels: ["news"], silenceLimit: 4, logger: silent)
                defer { listener.close() }
                var events = listener.events().makeAsyncIterator()
                #expect(await events.next() == .connected)
                // No notification is sent, so only the heartbeat can detect the frozen server.
                server.freeze()
                var event = await events.next()
                #expect(event == .disconnected)
                // On a busy machine the next connection may time out too.
                while event == .disconnected { event = await events.next() }
                #expect(event == .connected)
                _ = try await test.runtime.rows("select pg_notify('news', 'again')")
                while let next = await events.next() {
                    if case .notification(_, let payload) = next {
                        #expect(payload == "again")
                        break
                    }
                    if next == .connected { _ = try await test.runtime.rows("select pg_notify('news', 'again')") }
                }
            }
        }
    }

    @Test func aHeartbeatOfAListenerIsNotReportedAsAnEvent() async throws {
        try await withDatabase { test in
            let listener = NotificationListener(
                conninfo: test.runtimeConninfo, options: "-c application_name=ear", channels: ["news"],
                silenceLimit: 0.9, logger: silent)
            defer { listener.close() }
            var events = listener.events().makeAsyncIterator()
            var seen: [NotificationListener.Event] = []
            if let first = await events.next() { seen.append(first) }
            // After some time the listener has sent more than one heartbeat.
            let isAlive = try await eventually {
                try await test.superuser.rows(
                    """
                    select count(*) as value from pg_stat_activity
                     where application_name = 'ear' and datname = current_database() and query = 'select'
                    """
                ).value() == 1
            }
            #expect(isAlive)
            _ = try await test.runtime.rows("select pg_notify('news', '')")
            if let second = await events.next() { seen.append(second) }
            #expect(seen.first == .connected)
            #expect(seen.last != .connected)
        }
    }

    @Test func aSlowStatementOfAWorkingServerIsNotInterrupted() async throws {
        try await withDatabase { test in
            try await withClient(test.runtimeConninfo) {
                $0.silenceLimit = 6
                $0.statementLimit = 300
            } _: { database in
                let sleep: SQL = "select 7 as value from pg_sleep(14)"
                async let shared: Int = database.rows(sleep).value()
                async let own: Int = database.transaction { try await $0.rows(sleep).value() }
                let sharedValue = try await shared
                #expect(sharedValue == 7)
                let ownValue = try await own
                #expect(ownValue == 7)
            }
        }
    }

    @Test func aStatementThatWaitsForALockIsNotInterrupted() async throws {
        try await withDatabase { test in
            try await withClient(test.runtimeConninfo) {
                $0.silenceLimit = 6
                $0.statementLimit = 300
            } _: { database in
                var waiting: Task<Int, any Error>?
                try await test.whileHoldingLock {
                    waiting = Task {
                        try await database.transaction {
                            try await $0.rows("select 7 as value from pg_advisory_xact_lock(1)").value()
                        }
                    }
                    let isWaiting = try await test.hasLockWaiter()
                    #expect(isWaiting)
                    try await Task.sleep(for: .seconds(14))
                }
                let request = try #require(waiting)
                #expect(try await request.value == 7)
            }
        }
    }

    @Test func aStoppedSessionIsAbandonedEvenIfItsServerWorks() async throws {
        try await withDatabase { test in
            try await withClient(test.runtimeConninfo) {
                $0.exclusive = 1
                $0.silenceLimit = 6
            } _: { database in
                let process: Int = try await database.transaction {
                    try await $0.rows("select pg_backend_pid()::bigint as value").value()
                }
                kill(pid_t(process), SIGSTOP)
                defer { kill(pid_t(process), SIGCONT) }
                let other: Int = try await database.transaction {
                    try await $0.rows("select pg_backend_pid()::bigint as value").value()
                }
                #expect(other != process)
            }
        }
    }

    // MARK: - The order of the hosts

    @Test func silentHostsAreTriedLastWithAShorterTimeout() {
        let watch = ServerWatch()
        let attempts = ["a", "b", "c"].map { ["host": $0, "port": "5432"] }
        let start = ContinuousClock.now
        watch.isSilent(attempts[0], at: start)
        let soon = watch.ordered(attempts, limit: .seconds(2), now: start + .seconds(1))
        #expect(soon.map { $0.keywords["host"] } == ["b", "c", "a"])
        #expect(soon.map(\.limit) == [.seconds(2), .seconds(2), ServerWatch.shortHandshake])
        let later = watch.ordered(attempts, limit: .seconds(2), now: start + .seconds(61))
        #expect(later.map { $0.keywords["host"] } == ["a", "b", "c"])
    }

    @Test func aSingleSilentHostKeepsItsTimeout() {
        let watch = ServerWatch()
        let attempts = [["host": "a"]]
        watch.isSilent(attempts[0])
        #expect(watch.ordered(attempts, limit: .seconds(2)).map(\.limit) == [.seconds(2)])
    }
}
