import Synchronization
import Testing

@testable import HTTP

/// Event streams over real sockets.
struct EventBroadcasterTests {
    private let request = "GET /events HTTP/1.1\r\nHost: a\r\n\r\n"

    /// The state that a backlog contains.
    private final class Counter: Sendable {
        let value = Mutex(0)
    }

    private func event(_ id: Int, _ name: String = "position", _ data: String = "x") -> ServerSentEvent {
        ServerSentEvent(id: "\(id)", name: name, data: data)
    }

    private func responder(_ broadcaster: EventBroadcaster) -> TestResponder {
        TestResponder { request in
            Response(content: .events(broadcaster, lastEventID: request.fields["Last-Event-ID"]), route: "/events")
        }
    }

    @Test func aPublishedEventReachesEveryOpenStream() async throws {
        let broadcaster = EventBroadcaster { _ in [] }
        try await withServer(responder(broadcaster)) { server in
            var clients: [TestClient] = []
            for _ in 0..<20 {
                let client = try await TestClient(port: server.port)
                try await client.send(request)
                let head = try await client.text(upTo: "\r\n\r\n")
                #expect(head.contains("\r\nContent-Type: text/event-stream\r\n"))
                #expect(head.contains("\r\nTransfer-Encoding: chunked\r\n"))
                clients.append(client)
            }
            #expect(broadcaster.subscriberCount == 20)
            broadcaster.publish(event(1))
            broadcaster.publish(event(2))
            for client in clients {
                #expect(try await client.text(upTo: "id: 1\nevent: position\ndata: x\n\n").hasPrefix("1f\r\n"))
                #expect(try await client.text(upTo: "id: 2\nevent: position\ndata: x\n\n").hasPrefix("\r\n1f\r\n"))
            }
        }
        #expect(await eventually { broadcaster.subscriberCount == 0 })
    }

    /// An event is passed on in turns of 64 streams. Streams that end between two turns change the order of the others.
    @Test func manyEventStreamsReceiveEachEventOnceAndInOrder() async throws {
        let broadcaster = EventBroadcaster { _ in [] }
        try await withServer(responder(broadcaster)) { server in
            var clients: [TestClient] = []
            for _ in 0..<300 {
                let client = try await TestClient(port: server.port)
                try await client.send(request)
                _ = try await client.text(upTo: "\r\n\r\n")
                clients.append(client)
            }
            for number in 1...3 {
                broadcaster.publish(event(number))
                for _ in 0..<20 { clients.removeLast() }
            }
            broadcaster.publish(event(4, "end"))
            for client in clients {
                let text = try await client.text(upTo: "event: end\n")
                #expect(text.matches(of: /id: ([0-9]+)/).map(\.1) == ["1", "2", "3", "4"])
            }
        }
        #expect(await eventually { broadcaster.subscriberCount == 0 })
    }

    @Test func anEventStreamEndsAfterItsLifetime() async throws {
        let broadcaster = EventBroadcaster(lifetime: .milliseconds(200)) { _ in
            [ServerSentEvent(id: "1", name: "position", data: "x")]
        }
        try await withServer(responder(broadcaster)) { server in
            let client = try await TestClient(port: server.port)
            try await client.send(request)
            // The last chunk shows the client that the stream ended without a fault.
            #expect(try await client.text(upTo: "\r\n0\r\n\r\n").contains("data: x\n\n"))
        }
        #expect(await eventually { broadcaster.subscriberCount == 0 })
    }

    @Test func anEventStreamBeginsWithTheBacklogSinceItsLastEventID() async throws {
        let broadcaster = EventBroadcaster { lastEventID in
            [ServerSentEvent(id: "9", name: "position", data: "since \(lastEventID ?? "never")")]
        }
        try await withServer(responder(broadcaster)) { server in
            let new = try await TestClient(port: server.port)
            try await new.send(request)
            #expect(try await new.text(upTo: "since never\n\n").contains("id: 9\n"))
            let back = try await TestClient(port: server.port)
            try await back.send("GET /events HTTP/1.1\r\nHost: a\r\nLast-Event-ID: 7\r\n\r\n")
            _ = try await back.text(upTo: "since 7\n\n")
        }
    }

    @Test func anEventOfTheBacklogIsNotSentAgain() async throws {
        let broadcaster = EventBroadcaster { _ in [ServerSentEvent(id: "9", name: "position", data: "new")] }
        try await withServer(responder(broadcaster)) { server in
            let client = try await TestClient(port: server.port)
            try await client.send(request)
            _ = try await client.text(upTo: "data: new\n\n")
            // The state had changed before the stream opened, but is published only now.
            broadcaster.publish(event(9, "position", "new"))
            broadcaster.publish(event(9, "message", "other"))
            #expect(try await !client.text(upTo: "data: other\n\n").contains("position"))
        }
    }

    /// Streams open while events are published without pause: each receives every event after its backlog exactly once.
    @Test func noEventIsLostOrRepeatedBetweenBacklogAndPublishing() async throws {
        let current = Counter()
        let broadcaster = EventBroadcaster { _ in
            let now = current.value.withLock { $0 }
            return [ServerSentEvent(id: "\(now)", name: "count", data: "\(now)")]
        }
        let last = 400
        try await withServer(responder(broadcaster)) { server in
            let publishing = Task.detached {
                for number in 1...last {
                    current.value.withLock { $0 = number }
                    broadcaster.publish(ServerSentEvent(id: "\(number)", name: "count", data: "\(number)"))
                    await Task.yield()
                }
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<16 {
                    group.addTask {
                        let client = try await TestClient(port: server.port)
                        try await client.send(request)
                        let text = try await client.text(upTo: "data: \(last)\n\n")
                        let numbers = text.matches(of: /data: (\d+)/).compactMap { Int($0.1) }
                        let first = try #require(numbers.first)
                        #expect(numbers == Array(first...last))
                    }
                }
                try await group.waitForAll()
            }
            await publishing.value
        }
    }

    /// Spec H3.7.
    @Test func aSlowReaderReceivesTheNewestEventOfEachName() async throws {
        let broadcaster = EventBroadcaster { _ in [] }
        try await withServer(responder(broadcaster)) { server in
            let client = try await TestClient(port: server.port, receiveBuffer: 4096)
            try await client.send(request)
            _ = try await client.text(upTo: "\r\n\r\n")
            // More than the kernel buffers for a client that does not read.
            let bulk = String(repeating: "x", count: 200_000)
            for id in 1...100 { broadcaster.publish(event(id, "position", "\(id) \(bulk)")) }
            broadcaster.publish(event(1, "message", "kept"))
            broadcaster.publish(event(101, "position", "end"))
            let text = try await client.text(upTo: "data: end\n\n")
            let ids = text.matches(of: /id: (\d+)\nevent: position/).compactMap { Int($0.1) }
            #expect(ids.first == 1)
            #expect(ids.last == 101)
            #expect(ids.count < 100, "a hundred large events fit into no socket")
            #expect(ids == ids.sorted())
            #expect(text.contains("data: kept\n"))
        }
    }

    @Test func anEventStreamWhoseClientReadsNothingIsEnded() async throws {
        let broadcaster = EventBroadcaster { _ in [] }
        var limits = Limits.patient
        limits.writeTimeout = 0.5
        try await withServer(responder(broadcaster), limits: limits) { server in
            let client = try await TestClient(port: server.port, receiveBuffer: 4096)
            try await client.send(request)
            _ = try await client.text(upTo: "\r\n\r\n")
            let bulk = String(repeating: "x", count: 8_000_000)
            broadcaster.publish(event(1, "position", bulk))
            #expect(await eventually { broadcaster.subscriberCount == 0 })
        }
    }

    @Test func aClientThatLeavesAnEventStreamIsUnsubscribed() async throws {
        let broadcaster = EventBroadcaster { _ in [] }
        try await withServer(responder(broadcaster)) { server in
            let client = try await TestClient(port: server.port)
            try await client.send(request)
            _ = try await client.text(upTo: "\r\n\r\n")
            #expect(broadcaster.subscriberCount == 1)
            await client.finishSending()
            #expect(await eventually { broadcaster.subscriberCount == 0 })
            #expect(await eventually { server.connectionCount == 0 })
        }
    }

    @Test func aClosedBroadcasterEndsOpenAndLaterStreams() async throws {
        let broadcaster = EventBroadcaster { _ in [] }
        try await withServer(responder(broadcaster)) { server in
            let client = try await TestClient(port: server.port)
            try await client.send(request)
            #expect(await eventually { broadcaster.subscriberCount == 1 })
            broadcaster.publish(event(1))
            broadcaster.close()
            let response = try await client.response()
            #expect(response.text == "id: 1\nevent: position\ndata: x\n\n")
            #expect(try await client.rest().isEmpty)
            // A stream that opens later ends immediately.
            let late = try await TestClient(port: server.port)
            #expect(try await late.exchange(request).text == "")
            #expect(broadcaster.subscriberCount == 0)
        }
    }

    @Test func heartbeatsAreSentOnAStreamWithoutEvents() async throws {
        let broadcaster = EventBroadcaster { _ in [] }
        var limits = Limits.patient
        limits.heartbeat = 0.1
        try await withServer(responder(broadcaster), limits: limits) { server in
            let client = try await TestClient(port: server.port)
            try await client.send(request)
            _ = try await client.text(upTo: "3\r\n:\n\n\r\n")
            _ = try await client.text(upTo: "3\r\n:\n\n\r\n")
        }
    }

    @Test func anHTTP10ClientReadsAnEventStreamUntilTheConnectionEnds() async throws {
        let broadcaster = EventBroadcaster { _ in [ServerSentEvent(id: "", name: "", data: "first")] }
        try await withServer(responder(broadcaster)) { server in
            let client = try await TestClient(port: server.port)
            try await client.send("GET /events HTTP/1.0\r\n\r\n")
            #expect(await eventually { broadcaster.subscriberCount == 1 })
            broadcaster.publish(ServerSentEvent(id: "", name: "", data: "second"))
            broadcaster.close()
            let text = String(decoding: try await client.rest(), as: UTF8.self)
            #expect(!text.contains("Transfer-Encoding"))
            #expect(text.hasSuffix("\r\n\r\ndata: first\n\ndata: second\n\n"))
        }
    }

    @Test func aHeadRequestForAStreamGetsTheFieldsWithoutEvents() async throws {
        let broadcaster = EventBroadcaster { _ in [] }
        try await withServer(responder(broadcaster)) { server in
            let client = try await TestClient(port: server.port)
            let response = try await client.exchange("HEAD /events HTTP/1.1\r\nHost: a\r\n\r\n", isHead: true)
            #expect(response["Content-Type"] == "text/event-stream")
            #expect(response["Content-Length"] == nil)
            #expect(try await client.rest().isEmpty)
        }
    }
}
