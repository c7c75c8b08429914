import Synchronization
import Testing

@testable import HTTP

/// A source of blocks that counts the blocks taken.
private final class Blocks: ContentSource {
    struct Failure: Error {}

    private let left: Mutex<[[UInt8]]>
    private let failsAtEnd: Bool
    let taken = Atomic<Int>(0)
    let ends = Atomic<Int>(0)

    init(_ blocks: [[UInt8]], failsAtEnd: Bool = false) {
        left = Mutex(blocks)
        self.failsAtEnd = failsAtEnd
    }

    func next() async throws -> [UInt8]? {
        guard let block = left.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else {
            if failsAtEnd { throw Failure() }
            return nil
        }
        taken.add(1, ordering: .relaxed)
        return block
    }

    func end() { ends.add(1, ordering: .relaxed) }
}

struct StreamedContentTests {
    private static let bytes = (0..<100).map { UInt8($0) }

    /// Serves a content of 100 bytes in blocks of 40, and passes the client to `body`.
    private func serve(
        length: Int? = nil, tag: String? = nil, blocks: [[UInt8]]? = nil, failsAtEnd: Bool = false,
        _ body: (TestClient, Opened) async throws -> Void
    ) async throws {
        let opened = Opened()
        let content = StreamedContent(length: length, tag: tag) { range in
            let all = Self.bytes[range ?? 0..<100]
            let pieces = stride(from: all.startIndex, to: all.endIndex, by: 40).map {
                Array(all[$0..<min($0 + 40, all.endIndex)])
            }
            let source = Blocks(blocks ?? pieces, failsAtEnd: failsAtEnd)
            opened.sources.withLock { $0.append(source) }
            return source
        }
        let responder = TestResponder { _ in
            Response(fields: ["Content-Type": "audio/mp4"], content: .stream(content))
        }
        try await withServer(responder) { try await body(try await TestClient(port: $0.port), opened) }
    }

    /// The sources that the server has opened.
    private final class Opened: Sendable {
        let sources = Mutex<[Blocks]>([])
        var first: Blocks? { sources.withLock { $0.first } }
        var ends: [Int] { sources.withLock { $0.map { $0.ends.load(ordering: .relaxed) } } }
    }

    @Test func contentOfUnknownLengthIsChunked() async throws {
        try await serve { client, opened in
            try await client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
            let response = try await client.response()
            #expect(response.status == 200)
            #expect(response.fields["transfer-encoding"] == "chunked")
            #expect(response.fields["accept-ranges"] == nil)
            #expect(response.body == Self.bytes)
            #expect(await eventually { opened.ends == [1] })
        }
    }

    @Test func anHTTP10ClientReadsContentOfUnknownLengthToTheEndOfTheConnection() async throws {
        try await serve { client, _ in
            try await client.send("GET /a HTTP/1.0\r\nHost: x\r\n\r\n")
            let response = try await client.response()
            #expect(response.fields["transfer-encoding"] == nil)
            #expect(response.body == Self.bytes)
        }
    }

    @Test func contentOfKnownLengthHasItsLengthAndTag() async throws {
        try await serve(length: 100, tag: "\"t\"") { client, _ in
            try await client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
            let response = try await client.response()
            #expect(response.fields["content-length"] == "100")
            #expect(response.fields["accept-ranges"] == "bytes")
            #expect(response.fields["etag"] == "\"t\"")
            #expect(response.body == Self.bytes)
        }
    }

    @Test(
        arguments: [
            ("bytes=10-19", 206, "bytes 10-19/100", 10..<20), ("bytes=90-", 206, "bytes 90-99/100", 90..<100),
            ("bytes=-5", 206, "bytes 95-99/100", 95..<100), ("bytes=0-1,5-6", 200, nil, 0..<100),
            ("bytes=100-", 416, "bytes */100", 0..<0), ("seconds=1-2", 200, nil, 0..<100),
        ] as [(String, Int, String?, Range<Int>)])
    func onlyASingleSatisfiableByteRangeGives206(
        range: String, status: Int, told: String?, expected: Range<Int>
    ) async throws {
        try await serve(length: 100, tag: "\"t\"") { client, _ in
            try await client.send("GET /a HTTP/1.1\r\nHost: x\r\nRange: \(range)\r\n\r\n")
            let response = try await client.response()
            #expect(response.status == status)
            #expect(response.fields["content-range"] == told)
            #expect(response.body == Array(Self.bytes[expected]))
        }
    }

    @Test(arguments: [("\"t\"", 206), ("\"other\"", 200), ("Fri, 27 Nov 2026 15:00:00 GMT", 200)])
    func aRangeIsServedOnlyIfTheIfRangeFieldNamesTheCurrentTag(tag: String, status: Int) async throws {
        try await serve(length: 100, tag: "\"t\"") { client, _ in
            try await client.send("GET /a HTTP/1.1\r\nHost: x\r\nRange: bytes=0-9\r\nIf-Range: \(tag)\r\n\r\n")
            #expect(try await client.response().status == status)
        }
    }

    @Test func theSourceOfUnchangedContentIsNotOpened() async throws {
        try await serve(length: 100, tag: "\"t\"") { client, opened in
            try await client.send("GET /a HTTP/1.1\r\nHost: x\r\nIf-None-Match: \"t\"\r\n\r\n")
            #expect(try await client.response().status == 304)
            #expect(opened.ends == [])
        }
    }

    @Test func aHeadRequestDoesNotOpenTheSourceOfItsContent() async throws {
        try await serve(length: 100) { client, opened in
            try await client.send("HEAD /a HTTP/1.1\r\nHost: x\r\n\r\n")
            let response = try await client.response(isHead: true)
            #expect(response.fields["content-length"] == "100")
            #expect(opened.ends == [])
        }
    }

    @Test func aFailureOfTheSourceLeavesTheResponseIncomplete() async throws {
        try await serve(failsAtEnd: true) { client, opened in
            try await client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
            await #expect(throws: (any Error).self) { try await client.response() }
            #expect(await eventually { opened.ends == [1] })
        }
    }

    @Test func contentShorterThanAnnouncedLeavesTheResponseIncomplete() async throws {
        try await serve(length: 101) { client, _ in
            try await client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
            await #expect(throws: (any Error).self) { try await client.response() }
        }
    }

    /// A block is far larger than the buffers of a socket, so a client that stops reading leaves most of it on the server.
    @Test func theSourceIsNotReadAheadOfASlowClient() async throws {
        let block = [UInt8](repeating: 7, count: 64 << 20)
        try await serve(blocks: [block, block]) { client, opened in
            try await client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = try await client.text(upTo: "\r\n\r\n")
            let source = try #require(opened.first)
            #expect(await eventually { source.taken.load(ordering: .relaxed) == 1 })
            await client.reset()
            #expect(await eventually { source.ends.load(ordering: .relaxed) == 1 })
            #expect(source.taken.load(ordering: .relaxed) == 1)
        }
    }

    /// The source never returns bytes, like a stalled upstream server.
    @Test func aStalledSourceIsCancelledWhenItsClientLeaves() async throws {
        let source = Stalled()
        let responder = TestResponder { _ in
            Response(content: .stream(StreamedContent { _ in source }))
        }
        try await withServer(responder) { server in
            let client = try await TestClient(port: server.port)
            try await client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = try await client.text(upTo: "\r\n\r\n")
            await client.reset()
            #expect(await eventually { source.ends.load(ordering: .relaxed) == 1 })
            #expect(await eventually { source.cancellations.load(ordering: .relaxed) == 1 })
        }
    }
}

/// A source that waits until it is cancelled.
private final class Stalled: ContentSource {
    let ends = Atomic<Int>(0)
    let cancellations = Atomic<Int>(0)

    func next() async throws -> [UInt8]? {
        do {
            try await Task.sleep(for: .seconds(3600))
        } catch {
            cancellations.add(1, ordering: .relaxed)
        }
        return nil
    }

    func end() { ends.add(1, ordering: .relaxed) }
}
