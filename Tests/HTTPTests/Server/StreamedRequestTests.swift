import Synchronization
import Testing

@testable import HTTP

/// Requests whose content a handler reads while it arrives, over sockets.
struct StreamedRequestTests {
    private static let head = "POST /lines HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n"
    private static let chunked = head + "\r\n"

    /// The pieces and the end that a handler has seen.
    private final class Record: Sendable {
        let text = Mutex("")
        let end = Mutex<String?>(nil)

        var soFar: String { text.withLock { $0 } }
        var outcome: String? { end.withLock { $0 } }

        @Sendable func handle(_ request: Request) async -> Response {
            do {
                guard let content = request.content else { return .text("no stream") }
                for try await piece in content {
                    text.withLock { $0 += String(decoding: piece, as: UTF8.self) }
                }
                end.withLock { $0 = "complete" }
            } catch {
                end.withLock { $0 = "\(error)" }
            }
            return .text(soFar)
        }
    }

    private static func withRecord(
        _ limits: Limits = .patient, limit: Int = 1 << 20, _ body: (Server, Record) async throws -> Void
    ) async throws {
        let record = Record()
        try await withServer(
            TestResponder(limit: limit, streamsContent: true, handler: record.handle), limits: limits
        ) {
            try await body($0, record)
        }
    }

    @Test func aHandlerReadsEachChunkBeforeTheNextIsSent() async throws {
        try await Self.withRecord { server, record in
            let client = try await TestClient(port: server.port)
            try await client.send(Self.chunked)
            var sent = ""
            for word in ["one ", "two ", "three"] {
                try await client.send("\(String(word.utf8.count, radix: 16))\r\n\(word)\r\n")
                sent += word
                let now = sent
                #expect(await eventually { record.soFar == now })
            }
            let answer = try await client.exchange("0\r\n\r\n")
            #expect(answer.text == "one two three")
            #expect(answer["Connection"] == nil)
            #expect(record.outcome == "complete")
        }
    }

    @Test func contentWithALengthIsReadWhileItArrives() async throws {
        try await Self.withRecord { server, record in
            let client = try await TestClient(port: server.port)
            try await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\nabc")
            #expect(await eventually { record.soFar == "abc" })
            #expect(try await client.exchange("def").text == "abcdef")
        }
    }

    @Test func pipelinedRequestsAreAnsweredAfterStreamedContent() async throws {
        try await Self.withRecord { server, _ in
            let client = try await TestClient(port: server.port)
            let request = Self.chunked + "1\r\na\r\n0\r\n\r\n"
            try await client.send(request + request + "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await client.response().text == "a")
            #expect(try await client.response().text == "aa")
            #expect(try await client.response().text == "no stream")
        }
    }

    @Test func a100ContinueResponseIsSentWhenTheHandlerReads() async throws {
        try await Self.withRecord { server, _ in
            let client = try await TestClient(port: server.port)
            try await client.send(Self.head + "Expect: 100-continue\r\n\r\n")
            #expect(try await client.response().status == 100)
            #expect(try await client.exchange("1\r\na\r\n0\r\n\r\n").text == "a")
        }
    }

    @Test func aHandlerThatRefusesWithoutReadingSendsNo100Continue() async throws {
        let responder = TestResponder(streamsContent: true, handler: { _ in .text("no", .forbidden) })
        try await withServer(responder) { server in
            let client = try await TestClient(port: server.port)
            let answer = try await client.exchange(Self.head + "Expect: 100-continue\r\n\r\n")
            #expect(answer.status == 403)
            #expect(answer["Connection"] == "close")
            #expect(try await client.rest().isEmpty)
        }
    }

    @Test func aHandlerMayAnswerBeforeTheEndOfTheRequestContent() async throws {
        let responder = TestResponder(
            streamsContent: true,
            handler: { request in
                var pieces = request.content?.makeAsyncIterator()
                let first = try? await pieces?.next()
                return .text("read \(first?.count ?? 0)")
            })
        try await withServer(responder) { server in
            let client = try await TestClient(port: server.port)
            let answer = try await client.exchange(Self.chunked + "2\r\nab\r\n")
            #expect(answer.text == "read 2")
            #expect(answer["Connection"] == "close")
        }
    }

    @Test func readingTheContentFailsWhenTheClientDisconnects() async throws {
        try await Self.withRecord { server, record in
            var client: TestClient? = try await TestClient(port: server.port)
            try await client?.send(Self.chunked + "1\r\na\r\n")
            #expect(await eventually { record.soFar == "a" })
            client = nil
            #expect(await eventually { record.outcome == "disconnected" })
        }
    }

    @Test func aClientThatOnlyStopsSendingStillGetsTheResponse() async throws {
        try await Self.withRecord { server, record in
            let client = try await TestClient(port: server.port)
            try await client.send(Self.chunked + "1\r\na\r\n5\r\nab")
            await client.finishSending()
            #expect(try await client.response().text == "aab")
            #expect(record.outcome == "disconnected")
        }
    }

    @Test func readingTheContentFailsWhenTheConnectionIsReset() async throws {
        try await Self.withRecord { server, record in
            let client = try await TestClient(port: server.port)
            try await client.send(Self.chunked + "1\r\na\r\n")
            #expect(await eventually { record.soFar == "a" })
            await client.reset()
            #expect(await eventually { record.outcome == "disconnected" })
        }
    }

    @Test(arguments: [
        ("x\r\n", 400), ("1\r\nab", 400), ("-1\r\n", 400), ("FFFFFFFFFFFFFFFFFF\r\n", 413),
        ("1;" + String(repeating: "e", count: 5000) + "\r\n", 431), ("200000\r\n", 413),
    ])
    func malformedOrTooLargeChunksAreRefusedWhileTheHandlerReads(chunk: String, status: Int) async throws {
        try await Self.withRecord { server, record in
            let client = try await TestClient(port: server.port)
            try await client.send(Self.chunked + "1\r\na\r\n")
            #expect(await eventually { record.soFar == "a" })
            #expect(try await client.exchange(chunk).status == status)
            #expect(await eventually { record.outcome == "malformed" })
            #expect(try await client.rest().isEmpty)
        }
    }

    @Test(arguments: ["", "5\r\nab"])
    func aClientThatPausesItsContentForTooLongGets408(beginning: String) async throws {
        var limits = Limits.patient
        limits.contentPause = 0.5
        try await Self.withRecord(limits) { server, record in
            let client = try await TestClient(port: server.port)
            #expect(try await client.exchange(Self.chunked + beginning).status == 408)
            #expect(await eventually { record.outcome == "timeout" })
        }
    }

    /// Spec H3.7.
    @Test func aSlowHandlerSlowsItsClientDown() async throws {
        let isReading = Atomic(false)
        let received = Atomic(0)
        let responder = TestResponder(
            limit: 1 << 30, streamsContent: true,
            handler: { request in
                guard let content = request.content else { return .text("no stream") }
                var pieces = content.makeAsyncIterator()
                received.add((try? await pieces.next()?.count) ?? 0, ordering: .relaxed)
                _ = await eventually { isReading.load(ordering: .relaxed) }
                while let piece = try? await pieces.next() {
                    // A piece is at most the capacity and one read.
                    #expect(piece.count < 4 * ContentStream.capacity)
                    received.add(piece.count, ordering: .relaxed)
                }
                return .text("\(received.load(ordering: .relaxed))")
            })
        try await withServer(responder) { server in
            let client = try await TestClient(port: server.port)
            let length = 64 << 20
            let sent = Atomic(0)
            try await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\n")
            async let sending: Void = {
                let megabyte = [UInt8](repeating: 97, count: 1 << 20)
                for _ in 0..<64 {
                    try await client.send(megabyte)
                    sent.add(1, ordering: .relaxed)
                }
            }()
            #expect(await eventually { received.load(ordering: .relaxed) > 0 })
            // The kernel's buffers hold a few megabytes; the rest waits at the client until the handler reads.
            #expect(sent.load(ordering: .relaxed) < 64)
            isReading.store(true, ordering: .relaxed)
            try await sending
            #expect(try await client.response().text == "\(length)")
        }
    }

    @Test func readingTheContentFailsWhenTheServerStops() async throws {
        let record = Record()
        let server = try await TestServer.start(TestResponder(streamsContent: true, handler: record.handle))
        let client = try await TestClient(port: server.port)
        try await client.send(Self.chunked + "1\r\na\r\n")
        #expect(await eventually { record.soFar == "a" })
        await server.stop(grace: 60)
        #expect(record.outcome == "stopping")
        #expect(try await client.response().text == "a")
    }
}
