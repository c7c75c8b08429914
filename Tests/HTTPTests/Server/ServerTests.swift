import Synchronization
import Testing

@testable import HTTP

/// Exchanges over real sockets.
struct ServerTests {
    private let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    private func echo() -> TestResponder {
        TestResponder { request in
            Response(
                fields: ["Content-Type": "text/plain", "X-Path": request.path, "X-Peer": request.peer],
                content: .bytes(request.body), route: "/")
        }
    }

    @Test func aConnectionServesManyRequests() async throws {
        try await withServer(echo()) { server in
            let client = try await TestClient(port: server.port)
            for _ in 0..<200 {
                let response = try await client.exchange(get)
                #expect(response.status == 200)
                #expect(response["Connection"] == nil)
            }
            #expect(server.connectionCount == 1)
        }
    }

    @Test func thePeerOfARequestIsTheClientsAddress() async throws {
        try await withServer(echo()) { server in
            let client = try await TestClient(port: server.port)
            #expect(try await client.exchange(get)["X-Peer"] == "127.0.0.1")
        }
    }

    @Test func aRequestWithConnectionCloseClosesItsConnection() async throws {
        try await withServer(echo()) { server in
            let client = try await TestClient(port: server.port)
            let response = try await client.exchange("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n" + get)
            #expect(response["Connection"] == "close")
            #expect(try await client.rest().isEmpty, "a request after the last one is not answered")
        }
    }

    @Test func pipelinedRequestsAreAnsweredInOrder() async throws {
        // Requests with even numbers take time, the earlier ones more than the later ones. Requests 3 and 13 are answered from memory.
        let memory = Representation(
            mediaType: "text/plain", identity: Array("memory".utf8), compress: false, lastModified: 0)
        let responder = TestResponder(
            fromMemory: { $0.hasSuffix("3") ? memory : nil },
            handler: { request in
                let number = Int(request.path.dropFirst()) ?? 0
                if number % 2 == 0 { try? await Task.sleep(for: .milliseconds(20 - number)) }
                return .text(request.path)
            })
        try await withServer(responder) { server in
            let client = try await TestClient(port: server.port)
            try await client.send((0..<20).map { "GET /\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
            for number in 0..<20 {
                let expected = "\(number)".hasSuffix("3") ? "memory" : "/\(number)"
                #expect(try await client.response().text == expected)
            }
        }
    }

    @Test func manyPipelinedLongResponsesArriveCompletely() async throws {
        let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let large = Representation(mediaType: "a/b", identity: content, compress: false, lastModified: 0)
        let responder = TestResponder(fromMemory: { _ in large }, handler: { _ in .text("") })
        try await withServer(responder) { server in
            let client = try await TestClient(port: server.port, receiveBuffer: 8192)
            try await client.send(String(repeating: get, count: 30))
            for _ in 0..<30 { #expect(try await client.response().body == content) }
        }
    }

    /// Spec H1, H9.
    @Test func aHandlerRunsOnItsEventLoopEvenAfterSleeping() async throws {
        let places = Mutex<[ObjectIdentifier?]>([])
        let responder = TestResponder { _ in
            places.withLock { $0.append(LoopExecutor.current) }
            try? await Task.sleep(for: .milliseconds(5))
            places.withLock { $0.append(LoopExecutor.current) }
            return .text("x")
        }
        try await withServer(responder, loops: 1) { server in
            let client = try await TestClient(port: server.port)
            _ = try await client.exchange(get)
        }
        let seen = places.withLock { $0 }
        #expect(seen.count == 2)
        #expect(seen[0] != nil)
        #expect(seen[0] == seen[1])
    }

    @Test func taskLocalValuesOfARequestLastUntilItsResponse() async throws {
        let responder = TestResponder { _ in
            let before = TestResponder.isRequest
            try? await Task.sleep(for: .milliseconds(5))
            return .text("\(before) \(TestResponder.isRequest)")
        }
        try await withServer(responder) { server in
            let client = try await TestClient(port: server.port)
            #expect(try await client.exchange(get).text == "true true")
        }
    }

    @Test func requestContentMayHaveALengthOrBeChunked() async throws {
        try await withServer(echo()) { server in
            let client = try await TestClient(port: server.port)
            let body = String(repeating: "Musik ", count: 50_000)
            let length = "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
            #expect(try await client.exchange(length).text == body)
            let chunk = "\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n0\r\n\r\n"
            let chunked = "POST /b HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(chunk)"
            #expect(try await client.exchange(chunked).text == body)
            #expect(try await client.exchange(get).status == 200)
        }
    }

    @Test func a100ContinueResponseIsSentBeforeTheContentArrives() async throws {
        try await withServer(echo()) { server in
            let client = try await TestClient(port: server.port)
            try await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
            #expect(try await client.response().status == 100)
            #expect(try await client.exchange("hi").text == "hi")
        }
    }

    @Test func aClientThatSendsTooMuchContentStillReceivesTheRefusal() async throws {
        var responder = echo()
        responder.limit = 1000
        try await withServer(responder) { server in
            for _ in 0..<5 {
                let client = try await TestClient(port: server.port)
                try await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2000000\r\n\r\n")
                // The client does not read and continues to send.
                try await client.send([UInt8](repeating: 0x78, count: 1_000_000))
                let response = try await client.response()
                #expect(response.status == 413)
                #expect(response["Connection"] == "close")
                #expect(try await client.rest().isEmpty)
            }
        }
    }

    @Test func aResponseToHeadHasNoContent() async throws {
        try await withServer(handler: { _ in .text("hello") }) { server in
            let client = try await TestClient(port: server.port)
            let head = try await client.exchange("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n", isHead: true)
            #expect(head["Content-Length"] == "5")
            #expect(try await client.exchange(get).text == "hello")
        }
    }

    @Test func optionsWithAnAsteriskListsTheMethodsOfTheServer() async throws {
        try await withServer(handler: { _ in .text("not asked", .internalServerError) }) { server in
            let client = try await TestClient(port: server.port)
            let response = try await client.exchange("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(response.status == 204)
            #expect(response["Allow"]?.contains("GET") == true)
        }
    }

    @Test func conditionsRangesAndEncodingsApplyToResponsesFromMemoryAndHandlers() async throws {
        let page = Representation(
            mediaType: "text/plain", identity: Array(String(repeating: "a", count: 500).utf8), compress: true,
            lastModified: 784_111_777)
        let responder = TestResponder(
            fromMemory: { $0 == "/memory" ? page : nil }, handler: { _ in Response(content: .representation(page)) })
        try await withServer(responder) { server in
            let client = try await TestClient(port: server.port)
            for path in ["/memory", "/handler"] {
                func lines(_ line: String) -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\(line)\r\n\r\n" }
                #expect(try await client.exchange(lines("If-None-Match: \(page.entityTag)")).status == 304)
                #expect(try await client.exchange(lines("Range: bytes=0-4")).text == "aaaaa")
                #expect(try await client.exchange(lines("Accept-Encoding: gzip"))["Content-Encoding"] == "gzip")
                #expect(try await client.exchange(lines("X: y")).body == page.identity)
            }
        }
    }

    /// Spec H8, S1.16, S5.1.
    @Test func aMalformedRequestDoesNotReachTheHandler() async throws {
        let asked = Mutex(0)
        try await withServer(handler: { _ in
            asked.withLock { $0 += 1 }
            return .text("x")
        }) { server in
            let client = try await TestClient(port: server.port)
            let response = try await client.exchange("GET / HTTP/1.1\r\nHost: a\r\nBad : b\r\n\r\n" + get)
            #expect(response.status == 400)
            #expect(response["Connection"] == "close")
            #expect(try await client.rest().isEmpty)
        }
        #expect(asked.withLock { $0 } == 0)
    }

    @Test func aClientThatHasFinishedSendingReceivesItsResponses() async throws {
        try await withServer(handler: { _ in
            try? await Task.sleep(for: .milliseconds(20))
            return .text("hello")
        }) { server in
            let client = try await TestClient(port: server.port)
            try await client.send(get + get)
            await client.finishSending()
            #expect(try await client.response().text == "hello")
            #expect(try await client.response().text == "hello")
            #expect(try await client.rest().isEmpty)
        }
    }

    @Test func theConnectionOfAClientThatLeavesDuringItsRequestIsClosed() async throws {
        try await withServer(handler: { _ in
            try? await Task.sleep(for: .milliseconds(50))
            return .text("nobody reads this")
        }) { server in
            for _ in 0..<20 {
                let client = try await TestClient(port: server.port)
                try await client.send(get)
                await client.reset()
            }
            #expect(await eventually { server.connectionCount == 0 })
            let client = try await TestClient(port: server.port)
            #expect(try await client.exchange(get).status == 200)
        }
    }

    @Test func aConnectionOverTheTotalLimitIsClosed() async throws {
        var limits = Limits.patient
        limits.connections = 2
        try await withServer(echo(), limits: limits) { server in
            let first = try await TestClient(port: server.port)
            let second = try await TestClient(port: server.port)
            _ = try await first.exchange(get)
            _ = try await second.exchange(get)
            let third = try await TestClient(port: server.port)
            try? await third.send(get)
            #expect(try await third.rest().isEmpty)
            #expect(try await first.exchange(get).status == 200)
        }
    }

    /// Spec Decided 8.
    @Test func connectionsOfSilentAndIdleClientsAreClosed() async throws {
        var limits = Limits.patient
        limits.idleTimeout = 2
        try await withServer(echo(), limits: limits) { server in
            var idle = try await TestClient(port: server.port)
            // On a busy machine the timeout may expire before the first request is sent.
            while (try? await idle.exchange(get).status) != 200 { idle = try await TestClient(port: server.port) }
            let silent = try await TestClient(port: server.port)
            #expect(try await silent.rest().isEmpty)
            #expect(try await idle.rest().isEmpty)
            #expect(await eventually { server.connectionCount == 0 })
        }
    }

    @Test func unfinishedRequestsGet408AfterTheTimeout() async throws {
        var limits = Limits.patient
        limits.headTimeout = 0.3
        limits.bodyGrace = 0.3
        limits.lingerTimeout = 0.3
        try await withServer(echo(), limits: limits) { server in
            let head = try await TestClient(port: server.port)
            try await head.send("GET / HTTP/1.1\r\nX: ")
            let body = try await TestClient(port: server.port)
            try await body.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nabc")
            for client in [head, body] {
                let response = try await client.response()
                #expect(response.status == 408)
                #expect(response["Connection"] == "close")
                #expect(try await client.rest().isEmpty)
            }
            #expect(await eventually { server.connectionCount == 0 })
        }
    }

    /// Each of two rounds has more connections than the loop closes in one turn.
    @Test func manyIdleConnectionsAreAllClosed() async throws {
        var limits = Limits.patient
        limits.idleTimeout = 0.5
        try await withServer(echo(), limits: limits) { server in
            for _ in 0..<2 {
                var clients: [TestClient] = []
                for _ in 0..<100 { clients.append(try await TestClient(port: server.port)) }
                for client in clients { #expect(try await client.rest().isEmpty) }
                #expect(await eventually { server.connectionCount == 0 })
            }
        }
    }

    /// A client that reads nothing is detected even if the kernel's buffers can hold the response.
    @Test(arguments: [16 << 20, 200_000]) func aClientThatStopsReadingIsDisconnected(size: Int) async throws {
        var limits = Limits.patient
        limits.writeTimeout = 0.5
        let large = Representation(
            mediaType: "a/b", identity: [UInt8](repeating: 1, count: size), compress: false, lastModified: 0)
        try await withServer(TestResponder(fromMemory: { _ in large }, handler: { _ in .text("") }), limits: limits) {
            server in
            let client = try await TestClient(port: server.port, receiveBuffer: 4096)
            try await client.send(get)
            // If the connection was closed before this read, it has ended.
            _ = try? await client.text(upTo: "\r\n\r\n")
            // The client reads no more, so all bytes beyond the kernel's buffers are still in the server.
            #expect(await eventually { server.connectionCount == 0 })
            withExtendedLifetime(client) {}
        }
    }

    @Test func theObserverReceivesEveryExchange() async throws {
        final class Observer: ExchangeObserver {
            let seen = Mutex<[String]>([])
            let places = Mutex<[String]>([])
            let names = Mutex<[[String]]>([])
            func makeRecorder() -> sending any ExchangeRecorder { Recorder(self) }
        }
        final class Recorder: ExchangeRecorder {
            let observer: Observer
            init(_ observer: Observer) { self.observer = observer }
            func finished(_ exchange: borrowing Exchange) {
                let line = "\(exchange.method) \(exchange.label.route) \(exchange.status) \(exchange.bytesSent > 0)"
                let place = "\(exchange.path.text) \(exchange.peer.text) \(exchange.userAgent.text)"
                let names = [exchange.id.text, exchange.trace.text]
                observer.seen.withLock { $0.append(line) }
                observer.places.withLock { $0.append(place) }
                observer.names.withLock { $0.append(names) }
            }
        }
        let observer = Observer()
        let memory = Representation(mediaType: "a/b", identity: [1], compress: false, lastModified: 0)
        let responder = TestResponder(
            fromMemory: { $0 == "/memory" ? memory : nil },
            handler: { request in
                var answer = Response.text("x", .notFound)
                answer.fields["X-Request-ID"] = request.id.text
                return answer
            })
        let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
        let own = "User-Agent: me\r\nTraceparent: 00-\(trace)-00f067aa0ba902b7-01"
        var given: [String?] = []
        try await withServer(responder, observer: observer) { server in
            let client = try await TestClient(port: server.port)
            for request in [
                "GET /memory HTTP/1.1\r\nHost: a\r\n\(own)\r\n\r\n",
                "POST /x?secret HTTP/1.1\r\nHost: a\r\n\(own)\r\nContent-Length: 1\r\n\r\ny",
                "GET / HTTP/3.0\r\n\r\n",
            ] {
                given.append(try await client.exchange(request).fields["X-Request-ID"])
            }
        }
        // The request IDs in the responses equal those in the log.
        #expect(observer.names.withLock { $0.map(\.first) } == given)
        #expect(Set(given).count == 3)
        #expect(observer.names.withLock { $0.prefix(2).allSatisfy { $0[1] == trace } && $0[2][1] != trace })
        #expect(observer.places.withLock { $0 } == ["/memory 127.0.0.1 me", "/x 127.0.0.1 me", " 127.0.0.1 "])
        #expect(
            observer.seen.withLock { $0 } == [
                "GET memory 200 true", "POST  404 true", "other malformed 505 true",
            ])
    }

    @Test func aCachedResponseIsUsedUntilTheDataVersionRises() async throws {
        let asked = Mutex(0)
        let version = Mutex<UInt64>(1)
        let responder = TestResponder(
            fromMemory: { _ in
                let count = asked.withLock { asked in
                    asked += 1
                    return asked
                }
                return Representation(
                    mediaType: "a/b", identity: Array("\(count)".utf8), compress: false, lastModified: 0)
            }, keptFor: 600, version: { version.withLock { $0 } }, handler: { _ in .text("", .notFound) })
        try await withServer(responder, loops: 1) { server in
            let client = try await TestClient(port: server.port)
            func body(_ target: String, _ fields: String = "Host: a\r\n") async throws -> String {
                try await client.exchange("GET \(target) HTTP/1.1\r\n\(fields)\r\n").text
            }
            #expect(try await body("/x") == "1")
            #expect(try await body("/x") == "1")
            // Another target or another host gets a separate answer.
            #expect(try await body("/y") == "2")
            #expect(try await body("/x", "Host: b\r\n") == "3")
            #expect(try await body("/x") == "1")
            version.withLock { $0 += 1 }
            #expect(try await body("/x") == "4")
        }
    }

    @Test(arguments: ["App-Version", "app-version"])
    func requestsWithAnAppVersionFieldAreNotAnsweredFromMemory(field: String) async throws {
        let memory = Representation(mediaType: "a/b", identity: [1], compress: false, lastModified: 0)
        let responder = TestResponder(fromMemory: { _ in memory }, keptFor: 600) { request in
            .text(request.fields[field] ?? "")
        }
        try await withServer(responder) { server in
            let client = try await TestClient(port: server.port)
            #expect(try await client.exchange("GET / HTTP/1.1\r\nHost: a\r\n\r\n").body == [1])
            let answer = try await client.exchange(
                "GET / HTTP/1.1\r\nHost: a\r\n\(field): other\r\n\r\n")
            #expect(answer.text == "other")
            #expect(try await client.exchange("GET / HTTP/1.1\r\nHost: a\r\nApp-Versio: 1\r\n\r\n").body == [1])
        }
    }

    @Test(arguments: [true, false])
    func connectionsAreServedWithAndWithoutPolling(keepsHotSet: Bool) async throws {
        let responder = TestResponder { request in .text(request.path) }
        try await withServer(responder, loops: 1, keepsHotSet: keepsHotSet) { server in
            let clients = [try await TestClient(port: server.port), try await TestClient(port: server.port)]
            for round in 0..<50 {
                for (index, client) in clients.enumerated() {
                    let path = "/\(index)/\(round)"
                    #expect(try await client.exchange("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n").text == path)
                }
                // In every third round the pause is long enough for the connection to return to its source.
                if round % 3 == 0 { try await Task.sleep(for: .milliseconds(5)) }
            }
            // A head in two parts, pipelined requests, and a connection that ends.
            try await clients[0].send("GET /split HTTP/1.1\r\nHo")
            try await clients[0].send("st: a\r\n\r\nGET /ahead HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await clients[0].response().text == "/split")
            #expect(try await clients[0].response().text == "/ahead")
            for client in clients { await client.finishSending() }
            #expect(await eventually { server.connectionCount == 0 })
        }
    }

    @Test(arguments: [true, false])
    func aClientWithANewConnectionForEachRequestIsServed(keepsHotSet: Bool) async throws {
        try await withServer(TestResponder { .text($0.path) }, loops: 1, keepsHotSet: keepsHotSet) { server in
            for round in 0..<200 {
                let client = try await TestClient(port: server.port)
                let request = "GET /\(round) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
                #expect(try await client.exchange(request).text == "/\(round)")
                // In some rounds the pause is long enough for the listener to return to its source.
                if round % 50 == 0 { try await Task.sleep(for: .milliseconds(5)) }
            }
            #expect(await eventually { server.connectionCount == 0 })
        }
    }

    @Test func aRequestThatArrivesDuringAHandlerIsAnsweredAfterThatHandler() async throws {
        let isOpen = Mutex(false)
        let responder = TestResponder { request in
            while request.path == "/slow", !isOpen.withLock({ $0 }) { try? await Task.sleep(for: .milliseconds(1)) }
            return .text(request.path)
        }
        try await withServer(responder, loops: 1) { server in
            let clients = [try await TestClient(port: server.port), try await TestClient(port: server.port)]
            // A second request on a connection with a source, while its first request is with the handler.
            for client in clients {
                _ = try await client.exchange("GET /first HTTP/1.1\r\nHost: a\r\n\r\n")
                try await client.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
            }
            for client in clients { try await client.send("GET /ahead HTTP/1.1\r\nHost: a\r\n\r\n") }
            await clients[1].finishSending()
            // Meanwhile the loop serves an existing connection and new ones.
            let other = try await TestClient(port: server.port)
            for round in 0..<50 {
                let path = "/other/\(round)"
                #expect(try await other.exchange("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n").text == path)
                let another = try await TestClient(port: server.port)
                let request = "GET \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
                #expect(try await another.exchange(request).text == path)
                #expect(try await another.rest().isEmpty)
            }
            isOpen.withLock { $0 = true }
            for client in clients {
                #expect(try await client.response().text == "/slow")
                #expect(try await client.response().text == "/ahead")
            }
            #expect(try await clients[1].rest().isEmpty)
            #expect(await eventually { server.connectionCount == 2 })
        }
    }
}
