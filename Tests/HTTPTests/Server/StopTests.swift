import Glibc
import Logging
import Synchronization
import Testing

@testable import HTTP

/// The start, the stop and the hand-over of a server.
struct StopTests {
    private let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    private func server(_ responder: TestResponder, port: Int = 0, inherited: [Int32] = []) -> Server {
        var limits = Limits.patient
        // The end of a stop waits for this timeout.
        limits.lingerTimeout = 0.2
        return Server(
            Server.Configuration(host: "127.0.0.1", port: port, limits: limits, inheritedSockets: inherited),
            responder: responder, observer: nil, logger: Logger(label: "test"))
    }

    @Test func aStoppingServerFinishesRunningRequests() async throws {
        let isStopping = Mutex(false)
        let slow = TestResponder { request in
            while request.path == "/slow", !isStopping.withLock({ $0 }) { try? await Task.sleep(for: .milliseconds(1)) }
            return .text("done")
        }
        let server = server(slow)
        try await server.start()
        let idle = try await TestClient(port: server.port)
        let kept = try await idle.exchange(get)
        #expect(kept["Connection"] == nil)
        let busy = try await TestClient(port: server.port)
        try await busy.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(await eventually { server.connectionCount == 2 })
        let stopping = Task { await server.stop(grace: 600) }
        // When the listener is closed, the running request belongs to a stopping server.
        await #expect(throws: TestClient.Failure.self) {
            while true { _ = try await TestClient(port: server.port) }
        }
        isStopping.withLock { $0 = true }
        await stopping.value
        #expect(server.connectionCount == 0)
        let response = try await busy.response()
        #expect(response.text == "done")
        #expect(response["Connection"] == "close")
        #expect(try await busy.rest().isEmpty)
        #expect(try await idle.rest().isEmpty)
    }

    @Test func stoppingEndsEventStreams() async throws {
        let broadcaster = EventBroadcaster { _ in [] }
        let server = server(TestResponder { _ in Response(content: .events(broadcaster, lastEventID: nil)) })
        try await server.start()
        let client = try await TestClient(port: server.port)
        try await client.send(get)
        #expect(await eventually { broadcaster.subscriberCount == 1 })
        await server.stop(grace: 600)
        #expect(try await client.response().body.isEmpty, "the stream ends with its last chunk")
        #expect(broadcaster.subscriberCount == 0)
    }

    @Test func connectionsOfUnfinishedRequestsAreClosedAfterTheGracePeriod() async throws {
        let server = server(
            TestResponder { _ in
                // The end of the connection cancels this sleep.
                try? await Task.sleep(for: .seconds(600))
                return .text("never")
            })
        try await server.start()
        let client = try await TestClient(port: server.port)
        try await client.send(get)
        #expect(await eventually { server.connectionCount == 1 })
        await server.stop(grace: 0.1)
        #expect(server.connectionCount == 0)
        #expect(try await client.rest().isEmpty)
    }

    @Test func theErrorForAPortInUseContainsTheAddress() async throws {
        try await withServer(handler: { _ in .text("x") }) { first in
            let second = server(TestResponder { _ in .text("y") }, port: first.port)
            do throws(ServerError) {
                try await second.start()
                Issue.record("two servers share a port")
            } catch .cannotListen(let address, let reason) {
                #expect(address == "127.0.0.1:\(first.port)")
                #expect(reason == "Address already in use")
            }
        }
    }

    /// A listening socket is passed from one server to the next, and no client that connects meanwhile is refused.
    /// Spec O4.7, Decided 13.
    @Test func noConnectionIsLostWhenAnotherServerInheritsTheSocket() async throws {
        let (descriptors, port) = try ListeningSocket.bind(host: "127.0.0.1", port: 0, count: 1)
        let listener = try #require(descriptors.first)
        defer { close(listener) }
        let old = server(TestResponder { _ in .text("old") }, inherited: [listener])
        try await old.start()
        #expect(old.port == port)
        let asking = Task {
            var answers: [String] = []
            while !Task.isCancelled {
                let client = try await TestClient(port: port)
                answers.append(try await client.exchange("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").text)
            }
            return answers
        }
        let new = server(TestResponder { _ in .text("new") }, inherited: [listener])
        try await Task.sleep(for: .milliseconds(50))
        // As in a server with a successor: the server waits for clients that have connected but sent nothing yet.
        await old.stop(grace: 600, idleGrace: 600)
        // No server accepts now; the kernel keeps waiting clients.
        let waiting = try await TestClient(port: port)
        try await waiting.send(get)
        try await new.start()
        #expect(try await waiting.response().text == "new")
        asking.cancel()
        let answers = try await asking.value
        #expect(answers.allSatisfy { $0 == "old" || $0 == "new" })
        await new.stop(grace: 600)
    }

    /// The next response on a kept connection closes it; no connection is closed between two requests without a
    /// response.
    @Test func theNextResponseAfterAStopClosesTheConnection() async throws {
        let server = server(TestResponder { _ in .text("x") })
        try await server.start()
        let client = try await TestClient(port: server.port)
        #expect(try await client.exchange(get)["Connection"] == nil)
        let stopping = Task { await server.stop(grace: 600, idleGrace: 600) }
        await #expect(throws: TestClient.Failure.self) {
            while true { _ = try await TestClient(port: server.port) }
        }
        // The listener is closed, but the connection is still open.
        let last = try await client.exchange(get)
        #expect(last.text == "x")
        #expect(last["Connection"] == "close")
        #expect(try await client.rest().isEmpty)
        await stopping.value
    }

    @Test func everyInheritedSocketIsServedByOneTwoOrThreeLoops() async throws {
        for loops in [1, 2, 3] {
            let (first, firstPort) = try ListeningSocket.bind(host: "127.0.0.1", port: 0, count: 2)
            let (second, secondPort) = try ListeningSocket.bind(host: "127.0.0.1", port: 0, count: 1)
            defer { for descriptor in first + second { close(descriptor) } }
            try await withServer(TestResponder { _ in .text("x") }, loops: loops, inheritedSockets: first + second) {
                server in
                #expect(server.port == firstPort)
                for port in [firstPort, secondPort] {
                    // So many connections that the kernel has chosen each of the two sockets that share a port.
                    for _ in 0..<20 {
                        let client = try await TestClient(port: port)
                        #expect(try await client.exchange(get).status == 200)
                    }
                }
                let handed = await server.duplicateSockets()
                #expect(handed.count == 3, "each socket is listed once, even if several loops have descriptors of it")
                for descriptor in handed { close(descriptor) }
            }
        }
    }

    /// There is one socket for each loop, as without inherited sockets. All are passed on to a successor, which serves
    /// the clients waiting at each of them.
    @Test func aSuccessorServesTheClientsWaitingAtTheSocketsOfEveryLoop() async throws {
        let old = server(TestResponder { _ in .text("old") })
        try await old.start()
        let handed = await old.duplicateSockets()
        defer { for descriptor in handed { close(descriptor) } }
        #expect(handed.count == 2)
        await old.stop(grace: 600)
        var waiting: [TestClient] = []
        for _ in 0..<20 {
            let client = try await TestClient(port: old.port)
            try await client.send(get)
            waiting.append(client)
        }
        let new = server(TestResponder { _ in .text("new") }, inherited: handed)
        try await new.start()
        for client in waiting { #expect(try await client.response().text == "new") }
        await new.stop(grace: 600)
    }

    @Test func anInheritedSocketThatDoesNotListenIsRefused() async throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        await #expect(throws: ServerError.self) {
            try await server(TestResponder { _ in .text("x") }, inherited: [descriptor]).start()
        }
    }

    /// Sockets are recognised by their local port, because other tests open and close sockets of this process at the
    /// same time.
    /// Spec H3.2.
    @Test func aStoppedServerLeavesNoSocketOpen() async throws {
        let server = server(TestResponder { _ in .text("x") })
        try await server.start()
        let client = try await TestClient(port: server.port)
        _ = try await client.exchange(get)
        let port = server.port
        #expect(Self.sockets(on: port) >= 2, "a listener and a connection")
        await server.stop(grace: 1)
        #expect(await eventually { Self.sockets(on: port) == 0 })
    }

    private static func sockets(on port: Int) -> Int {
        (0..<4096).count { descriptor in
            var address = sockaddr_in()
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let named = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(Int32(descriptor), $0, &size) }
            }
            return named == 0 && address.sin_family == sa_family_t(AF_INET)
                && Int(in_port_t(bigEndian: address.sin_port)) == port
        }
    }
}
