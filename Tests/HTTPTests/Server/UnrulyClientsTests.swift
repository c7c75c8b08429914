import Synchronization
import Testing

@testable import HTTP

/// Many simultaneous clients, each of which may leave at any moment. ThreadSanitizer observes this load (`make
/// sanitize`). Nothing may remain afterwards.
struct UnrulyClientsTests {
    private static let large = (0..<120_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }

    /// Counts the exchanges of all loops.
    private final class Tally: ExchangeObserver {
        let exchanges = Mutex(0)
        func makeRecorder() -> sending any ExchangeRecorder { Recorder(self) }
    }

    private final class Recorder: ExchangeRecorder {
        private let tally: Tally
        init(_ tally: Tally) { self.tally = tally }
        func finished(_ exchange: borrowing Exchange) { tally.exchanges.withLock { $0 += 1 } }
    }

    private static func responder(_ broadcaster: EventBroadcaster) -> TestResponder {
        let page = Representation(mediaType: "a/b", identity: large, compress: false, lastModified: 0)
        return TestResponder(
            fromMemory: { $0 == "/large" ? page : nil },
            handler: { request in
                switch request.path {
                case "/events": return Response(content: .events(broadcaster, lastEventID: nil))
                case "/slow": try? await Task.sleep(for: .milliseconds(2))
                case "/elsewhere": await Self.work()
                default: break
                }
                return .text("\(request.path) \(request.body.count)")
            })
    }

    /// Leaves the loop's thread and returns to it.
    @concurrent private static func work() async { await Task.yield() }

    private static func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }

    /// The visits of one client in random order; most end during a request or a response.
    private static func visit(port: Int, seed: UInt64, rounds: Int) async throws {
        var generator = SplitMix(seed: seed)
        for _ in 0..<rounds {
            let client = try await TestClient(port: port)
            switch Int.random(in: 0..<8, using: &generator) {
            case 0:
                for path in ["/slow", "/quick", "/elsewhere"] {
                    #expect(try await client.exchange(get(path)).text == "\(path) 0")
                }
            case 1:
                try await client.send(get("/slow") + get("/large") + get("/elsewhere") + get("/quick"))
                for path in ["/slow 0", nil, "/elsewhere 0", "/quick 0"] {
                    let response = try await client.response()
                    #expect(path == nil ? response.body == large : response.text == path)
                }
            case 2:
                try await client.send(get("/large") + get("/slow"))
                await client.reset()
            case 3:
                try await client.send(get("/slow"))
                await client.reset()
            case 4:
                try await client.send(get("/events"))
                _ = try await client.text(upTo: "data: ")
                await client.reset()
            case 5:
                try await client.send("POST /quick HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel")
                await client.reset()
            case 6:
                try await client.send(get("/slow") + get("/elsewhere"))
                await client.finishSending()
                #expect(try await client.response().text == "/slow 0")
                #expect(try await client.response().text == "/elsewhere 0")
            default:
                try await client.send("POST /quick HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel")
                #expect(try await client.exchange("lo\r\n0\r\n\r\n").text == "/quick 5")
            }
        }
    }

    /// Spec H3.1.
    @Test func clientsThatLeaveAtAnyMomentDoNotAffectOtherClients() async throws {
        let broadcaster = EventBroadcaster { _ in [ServerSentEvent(id: "0", name: "position", data: "first")] }
        let tally = Tally()
        try await withServer(Self.responder(broadcaster), observer: tally) { server in
            let port = server.port
            try await withThrowingTaskGroup(of: Void.self) { group in
                for seed in 0..<UInt64(8) {
                    group.addTask { try await Self.visit(port: port, seed: seed, rounds: 60) }
                }
                group.addTask {
                    for number in 1...400 {
                        broadcaster.publish(ServerSentEvent(id: "\(number)", name: "position", data: "\(number)"))
                        if number % 20 == 0 { try await Task.sleep(for: .milliseconds(1)) }
                    }
                }
                try await group.waitForAll()
            }
            #expect(await eventually { server.connectionCount == 0 && broadcaster.subscriberCount == 0 })
            let client = try await TestClient(port: port)
            #expect(try await client.exchange(Self.get("/quick")).status == 200)
        }
        #expect(tally.exchanges.withLock { $0 } > 8 * 40)
    }
}
