import Foundation
import Glibc
import Testing

@testable import Postgres

/// Tests that closing a database client or a listener leaves no connections open.
@Suite(.timeLimit(.minutes(30))) struct ClosingTests {
    /// A server that accepts connections and never responds.
    private final class MuteServer {
        let folder = FileManager.default.temporaryDirectory.path + "/mute-\(UUID().uuidString.prefix(8))"
        private let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        private(set) var accepted: [Int32] = []

        init() throws {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: "\(folder)/.s.PGSQL.5432".utf8) }
            let status = withUnsafePointer(to: address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            guard status == 0, listen(listener, 64) == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
            _ = fcntl(listener, F_SETFL, O_NONBLOCK)
        }

        deinit {
            for descriptor in accepted + [listener] { close(descriptor) }
            try? FileManager.default.removeItem(atPath: folder)
        }

        /// Accepts waiting connections and returns the number of all accepted ones.
        func acceptAll() -> Int {
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return accepted.count }
                accepted.append(client)
            }
        }

        /// The number of connections that the client has not closed.
        var openCount: Int {
            accepted.count { descriptor in
                var buffer = [UInt8](repeating: 0, count: 4096)
                while true {
                    let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
                    guard count > 0 else { return count < 0 && errno == EAGAIN }
                }
            }
        }
    }

    @Test func closingTheDatabaseClientCancelsConnectionsThatAreBeingOpened() async throws {
        let server = try MuteServer()
        // So long that no handshake times out during the test.
        var configuration = Database.Configuration(
            conninfo: "host=\(server.folder) user=x dbname=x connect_timeout=600")
        configuration.pipelines = 3
        configuration.waitLimit = 600
        let database = Database(configuration, logger: silent)
        let statement = Task { await failure { try await database.rows("select 1") } }
        let transaction = Task {
            await failure { try await database.transaction { _ = try await $0.rows("select 1") } }
        }
        #expect(await eventually { server.acceptAll() == 4 })
        #expect(server.openCount == 4)
        await database.close()
        // A program that another test starts at this moment holds the descriptors until its exec.
        #expect(await eventually { server.openCount == 0 })
        for error in [await statement.value, await transaction.value] {
            guard case .unavailable = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
        #expect(database.facts.exclusiveOpening == 0)
    }

    @Test func closingAListenerEndsTheConnectionThatIsBeingOpened() async throws {
        let server = try MuteServer()
        let listener = NotificationListener(
            conninfo: "host=\(server.folder) user=x dbname=x connect_timeout=600", channels: ["x"], logger: silent)
        let events = listener.events()
        #expect(await eventually { server.acceptAll() == 1 })
        await listener.closeAndWait()
        // A program that another test starts at this moment holds the descriptors until its exec.
        #expect(await eventually { server.openCount == 0 })
        for await event in events { Issue.record("\(event)") }
    }
}
