import Testing

@testable import HTTP

/// A loop with many waiting handlers may ignore busy connections for a moment, but not indefinitely.
struct HandlerLimitTests {
    /// Handlers wait here until the gate is opened.
    private actor Gate {
        private var waiting: [CheckedContinuation<Void, Never>] = []
        private var isOpen = false
        var count: Int { waiting.count }

        func pass() async {
            guard !isOpen else { return }
            await withCheckedContinuation { waiting.append($0) }
        }

        func open() {
            isOpen = true
            for continuation in waiting { continuation.resume() }
            waiting = []
        }
    }

    private static func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }

    /// Spec H3.4.
    @Test(.timeLimit(.minutes(5))) func busyConnectionsAreServedWhileManyHandlersWait() async throws {
        let gate = Gate()
        let responder = TestResponder { request in
            if request.path == "/hangs" { await gate.pass() }
            return .text(request.path)
        }
        try await withServer(responder, loops: 1) { server in
            let port = server.port
            let clients = try await (0..<HotSet.handlerLimit * 2).asyncMap { _ in try await TestClient(port: port) }
            let busy = try await TestClient(port: port)
            // All clients were answered just now, so none waits for an event.
            for client in clients { #expect(try await client.exchange(Self.get("/quick")).text == "/quick") }
            for client in clients {
                #expect(try await busy.exchange(Self.get("/quick")).text == "/quick")
                try await client.send(Self.get("/hangs"))
            }
            for _ in 0..<50 { #expect(try await busy.exchange(Self.get("/quick")).text == "/quick") }
            #expect(await eventually { await gate.count == clients.count }, "all requests reach their handlers")
            await gate.open()
            for client in clients { #expect(try await client.response().text == "/hangs") }
        }
    }
}

extension Sequence {
    fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
