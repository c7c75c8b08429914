import Glibc
import Logging
import Testing

@testable import HTTP

/// Long content over real sockets, from the heap and from a file.
struct LargeContentTests {
    enum Storage: CaseIterable { case heap, file }

    private static let content = noise(3_000_000)

    /// Runs `body` with a server that always responds with the content.
    private func serve(
        from place: Storage, limits: Limits = .patient,
        _ body: @Sendable (Server, Representation) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let spool = ContentSpool(folder: folder, logger: Logger(label: "test"))
            let large = Representation(
                mediaType: "a/b", identity: Self.content, compress: false, lastModified: 0,
                spool: place == .file ? spool : nil)
            let responder = TestResponder(fromMemory: { _ in large }, handler: { _ in .text("") })
            try await withServer(responder, limits: limits) { try await body($0, large) }
        }
    }

    private func get(_ lines: String...) -> String {
        (["GET / HTTP/1.1", "Host: a"] + lines).map { $0 + "\r\n" }.joined() + "\r\n"
    }

    @Test(arguments: Storage.allCases)
    func aFastReaderReceivesTheWholeContent(_ place: Storage) async throws {
        try await serve(from: place) { server, _ in
            let client = try await TestClient(port: server.port)
            try await client.send(get() + get() + get())
            for _ in 0..<3 { #expect(try await client.response().body == Self.content) }
        }
    }

    @Test(arguments: Storage.allCases)
    func aSlowReaderReceivesTheWholeContent(_ place: Storage) async throws {
        try await serve(from: place) { server, _ in
            let client = try await TestClient(port: server.port, receiveBuffer: 8192)
            try await client.send(get() + get())
            for _ in 0..<2 { #expect(try await client.response().body == Self.content) }
        }
    }

    @Test(arguments: Storage.allCases)
    func aHalfClosedClientReceivesTheWholeContentBeforeTheConnectionCloses(_ place: Storage) async throws {
        try await serve(from: place) { server, _ in
            let client = try await TestClient(port: server.port)
            try await client.send(get())
            await client.finishSending()
            #expect(try await client.response().body == Self.content)
            #expect(try await client.rest().isEmpty)
            #expect(await eventually { server.connectionCount == 0 })
        }
    }

    @Test(arguments: Storage.allCases)
    func rangesAreServedFromMemoryAndFromFiles(_ place: Storage) async throws {
        try await serve(from: place) { server, _ in
            let client = try await TestClient(port: server.port)
            let one = try await client.exchange(get("Range: bytes=1000000-1999999"))
            #expect(one.status == 206)
            #expect(one.body == Array(Self.content[1_000_000..<2_000_000]))
            let several = try await client.exchange(get("Range: bytes=10-19, 500000-1499999"))
            let type = try #require(several["Content-Type"])
            let boundary = try #require(type.split(separator: "=").last)
            func head(_ span: String) -> [UInt8] {
                Array("\r\n--\(boundary)\r\nContent-Type: a/b\r\nContent-Range: bytes \(span)/3000000\r\n\r\n".utf8)
            }
            let expected: [UInt8] =
                head("10-19") + Self.content[10..<20] + head("500000-1499999") + Self.content[500_000..<1_500_000]
                + Array("\r\n--\(boundary)--\r\n".utf8)
            #expect(several.body == expected)
        }
    }

    @Test func contentOutsideThePageCacheIsReadAndSent() async throws {
        try await serve(from: .file) { server, large in
            guard case .file(let file) = large.plain.content else { throw TestClient.Failure(what: "not in a file") }
            try file.takeOut()
            #expect(!file.isCached(0..<file.length))
            let client = try await TestClient(port: server.port)
            let expected = [UInt8](repeating: 0, count: file.length)
            try await client.send(get() + get())
            for _ in 0..<2 { #expect(try await client.response().body == expected) }
        }
    }

    @Test func aTruncatedContentFileEndsTheConnection() async throws {
        try await serve(from: .file) { server, large in
            guard case .file(let file) = large.plain.content else { throw TestClient.Failure(what: "not in a file") }
            ftruncate(file.descriptor, 1_000_000)
            let client = try await TestClient(port: server.port)
            try await client.send(get() + get())
            let head = try await client.text(upTo: "\r\n\r\n")
            #expect(head.contains("Content-Length: 3000000\r\n"))
            #expect(try await client.rest() == Array(Self.content[..<1_000_000]))
            #expect(await eventually { server.connectionCount == 0 })
            let next = try await TestClient(port: server.port)
            #expect(try await next.exchange(get("Range: bytes=0-9")).body == Array(Self.content[..<10]))
        }
    }

    @Test func aClientThatStopsReadingAFileIsDisconnected() async throws {
        var limits = Limits.patient
        limits.writeTimeout = 0.5
        try await serve(from: .file, limits: limits) { server, _ in
            let client = try await TestClient(port: server.port, receiveBuffer: 4096)
            try await client.send(String(repeating: get(), count: 6))
            // If the connection was closed before this read, it has ended.
            _ = try? await client.text(upTo: "\r\n\r\n")
            // The client reads no more, so all bytes beyond the kernel's buffers are still in the server.
            #expect(await eventually { server.connectionCount == 0 })
            withExtendedLifetime(client) {}
        }
    }

    /// The content outlives its representation while a client reads it.
    @Test func contentOfAReleasedFileIsServedToItsEnd() async throws {
        try await withTemporaryFolder { folder in
            let spool = ContentSpool(folder: folder, logger: Logger(label: "test"))
            let responder = TestResponder { _ in
                Response(
                    content: .representation(
                        Representation(
                            mediaType: "a/b", identity: Self.content, compress: false, lastModified: 0, spool: spool)))
            }
            try await withServer(responder) { server in
                let client = try await TestClient(port: server.port, receiveBuffer: 8192)
                #expect(try await client.exchange(get()).body == Self.content)
                #expect(await eventually { spool.fileCount == 0 })
            }
        }
    }
}
