import Foundation
import TestSupport
import Testing

@testable import Postgres

@Suite(.timeLimit(.minutes(30))) struct RecoveryTests {
    /// Ends every session of the service's role in the test's database.
    private func killAll(_ test: TestDatabase) async throws {
        _ = try await test.superuser.rows(
            """
            select pg_terminate_backend(pid) from pg_stat_activity
             where datname = current_database() and usename = 'app_rt'
            """)
    }

    /// A link to the server's socket folder, which a test can remove and restore.
    private struct SocketLink {
        let link = FileManager.default.temporaryDirectory.path + "/way-\(UUID().uuidString.prefix(8))"
        let folder: String
        let conninfo: String

        init(_ conninfo: String) throws {
            let folder = try #require(try ConnectionParameters(conninfo: conninfo).attempts.first?["host"])
            self.folder = folder
            self.conninfo = conninfo.replacingOccurrences(of: folder, with: link)
            try open()
        }

        func open() throws { try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder) }
        func close() throws { try FileManager.default.removeItem(atPath: link) }
    }

    @Test func anIdleConnectionThatWasKilledIsReplaced() async throws {
        try await withDatabase { test in
            try await withClient(test.runtimeConninfo) { database in
                for _ in 0..<5 {
                    _ = try await database.rows("select 1")
                    try await database.transaction { _ = try await $0.rows("select 1") }
                    try await killAll(test)
                    let works = await eventually {
                        do {
                            _ = try await database.rows("select 1")
                            return true
                        } catch {
                            return false
                        }
                    }
                    #expect(works)
                    #expect(try await database.transaction { try await $0.rows("select 1 as value").value() } == 1)
                }
            }
        }
    }

    /// Spec O3.1.
    @Test func onlyAnIdempotentRequestIsRetriedAfterALostConnection() async throws {
        try await withDatabase { test in
            try await withClient(test.runtimeConninfo) { database in
                for isIdempotent in [true, false] {
                    var running: Task<Int, any Error>?
                    try await test.whileHoldingLock {
                        running = Task {
                            try await database.rows(
                                "select pg_advisory_xact_lock(1), 7 as value", idempotent: isIdempotent
                            ).value()
                        }
                        let isRunning = try await test.hasLockWaiter()
                        #expect(isRunning)
                        try await killAll(test)
                    }
                    let request = try #require(running)
                    if isIdempotent {
                        #expect(try await request.value == 7)
                    } else {
                        guard case .unavailable = await failure({ try await request.value }) else {
                            return #expect(Bool(false), "the backend did not receive the request to end")
                        }
                    }
                }
            }
        }
    }

    @Test func aTransactionWhoseConnectionIsKilledFailsAsUnavailable() async throws {
        try await withDatabase { test in
            try await withClient(test.runtimeConninfo) {
                $0.exclusive = 1
            } _: { database in
                let error = await failure {
                    try await database.transaction { transaction in
                        _ = try await transaction.rows("select 1")
                        try await killAll(test)
                        _ = try await transaction.rows("select 1")
                    }
                }
                guard case .unavailable = error else { return #expect(Bool(false), "\(error as Any)") }
                let value: Int = try await database.transaction { try await $0.rows("select 1 as value").value() }
                #expect(value == 1)
            }
        }
    }

    /// Spec O3.2.
    @Test func callersFailQuicklyDuringAnOutageAndAreServedLater() async throws {
        try await withDatabase { test in
            let socketLink = try SocketLink(test.runtimeConninfo)
            defer { try? socketLink.close() }
            try await withClient(socketLink.conninfo) {
                $0.waitLimit = 10
            } _: { database in
                #expect(await eventually { await database.ping() })
                // Both connections must be open, because a connection that is still being opened would not be killed.
                #expect(await eventually { database.facts.pipelinesOpen == 2 })
                #expect(await eventually { await failure { try await database.transaction { _ in } } == nil })
                try socketLink.close()
                try await killAll(test)
                // A backend may still answer for a moment after its termination was requested.
                let isTold = await eventually {
                    let plain = await failure { try await database.rows("select 1") }
                    let inTransaction = await failure { try await database.transaction { _ in } }
                    guard case .unavailable = plain, case .unavailable = inTransaction else { return false }
                    return plain?.isTemporary == true
                }
                #expect(isTold)
                // Once the outage is known, callers no longer wait ten seconds each for its end.
                let soon = await eventually {
                    let start = ContinuousClock.now
                    _ = await failure { try await database.rows("select 1") }
                    _ = await failure { try await database.transaction { _ in } }
                    return start.duration(to: .now) < .seconds(9)
                }
                #expect(soon)
                #expect(await !database.ping())
                #expect(database.facts.pipelinesOpen == 0)
                try socketLink.open()
                #expect(await eventually { await database.ping() })
                #expect(await eventually { await failure { try await database.transaction { _ in } } == nil })
            }
        }
    }

    @Test func requestsDuringAShortOutageAreDelayedAndSucceed() async throws {
        try await withDatabase { test in
            let socketLink = try SocketLink(test.runtimeConninfo)
            defer { try? socketLink.close() }
            try await withClient(socketLink.conninfo) { database in
                _ = try await database.rows("select 1")
                try socketLink.close()
                try await killAll(test)
                let request = Task {
                    try await database.rows("select 1 as value", idempotent: true).value(as: Int.self)
                }
                let transaction = Task {
                    try await database.transaction { try await $0.rows("select 2 as value").value(as: Int.self) }
                }
                try await Task.sleep(for: .milliseconds(300))
                try socketLink.open()
                #expect(try await request.value == 1)
                #expect(try await transaction.value == 2)
            }
        }
    }

    /// Spec O3.5.
    @Test func theNextHostIsTriedIfAHostIsUnreachable() async throws {
        try await withDatabase { test in
            let folder = try #require(try ConnectionParameters(conninfo: test.runtimeConninfo).attempts.first?["host"])
            let conninfo = test.runtimeConninfo.replacingOccurrences(of: folder, with: "/nowhere,\(folder)")
            try await withClient(conninfo) { database in
                let value: Int = try await database.rows("select 1 as value").value()
                #expect(value == 1)
            }
        }
    }

    @Test func aHostThatNeverAnswersIsReportedAsUnavailable() async throws {
        try await withDatabase { test in
            let hole = try SilentListener()
            defer { hole.close() }
            let conninfo = "host=127.0.0.1 port=\(hole.port) dbname=\(test.name) user=app_rt"
            try await withClient(conninfo) {
                $0.waitLimit = 2
            } _: { database in
                let start = ContinuousClock.now
                guard case .unavailable = await failure({ try await database.rows("select 1") }) else {
                    return #expect(Bool(false), "it was reached")
                }
                #expect(start.duration(to: .now) < .seconds(120))
            }
        }
    }

    @Test func aSharedConnectionIsClosedWhenItsStatementTakesTooLong() async throws {
        try await withDatabase { test in
            try await withClient(test.runtimeConninfo) {
                $0.pipelines = 1
                $0.statementLimit = 0.3
                $0.silenceLimit = 0.3
            } _: { database in
                let start = ContinuousClock.now
                guard case .unavailable = await failure({ try await database.rows("select pg_sleep(600)") }) else {
                    return #expect(Bool(false), "it was answered")
                }
                #expect(start.duration(to: .now) < .seconds(120))
                let isStopped = try await test.hasSleepers(0)
                #expect(isStopped)
                #expect(await eventually { await database.ping() })
            }
        }
    }

    /// Spec O3.5.
    @Test func aConnectionToAReadOnlyServerIsReplaced() async throws {
        try await withDatabase { test in
            try await withClient(test.ownerConninfo) {
                $0.pipelines = 1
            } _: { database in
                let pid: SQL = "select pg_backend_pid()::bigint as value"
                let first: Int = try await database.rows(pid).value()
                let error = await failure {
                    try await database.rows("create table note ()", settings: [.init("transaction_read_only", "on")])
                }
                #expect(error?.sqlState == "25006")
                #expect(error?.isTemporary == true)
                #expect(try await database.rows(pid).value() != first)
            }
        }
    }

    @Test func theErrorForAMissingDatabaseContainsItsName() async throws {
        try await withDatabase { test in
            let conninfo = test.runtimeConninfo.replacingOccurrences(of: test.name, with: "nowhere")
            try await withClient(conninfo) {
                $0.waitLimit = 10
            } _: { database in
                guard case .unavailable(let reason) = await failure({ try await database.rows("select 1") }) else {
                    return #expect(Bool(false), "it was reached")
                }
                #expect(reason.contains("nowhere"))
            }
        }
    }

    /// A listening socket that answers no connection.
    private struct SilentListener {
        let descriptor: Int32
        let port: UInt16

        init() throws {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let bound = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                    bind(descriptor, pointer, size) == 0 && listen(descriptor, 16) == 0
                        && getsockname(descriptor, pointer, &size) == 0
                }
            }
            try #require(bound)
            self.descriptor = descriptor
            port = UInt16(bigEndian: address.sin_port)
        }

        func close() { _ = Glibc.close(descriptor) }
    }
}
