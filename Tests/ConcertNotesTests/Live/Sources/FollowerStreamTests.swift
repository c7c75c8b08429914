import Foundation
import HTTP
import Logging
import Synchronization
import Tenancy
import TestSupport
import Testing
import Web

@testable import ConcertNotes

@Suite struct FollowerStreamTests {
    private static let path = "/api/v1/live/follower/readings"
    private static let lines: Fields = ["Content-Type": "application/x-ndjson"]

    private func send(_ text: String, to tenant: Tenant, on stage: LiveStage) async -> LiveStage.Answer {
        var fields = Self.lines
        fields["Authorization"] = "Bearer \(tenant.slug):operator"
        return await stage.answer(.post, Self.path, Array(text.utf8), to: tenant, fields: fields)
    }

    @Test func readingsAreNotAcceptedBeforeAPersonAllowsTheFollower() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            let answer = await send(
                "{\"measure\":1,\"beat\":1.5,\"confidence\":0.9}\n\n{\"measure\":1,\"confidence\":0.9}", to: tenant,
                on: stage)
            #expect(answer.status == 200)
            #expect(answer.json["end"] == "complete")
            #expect(answer.json["readings"] == 2)
            #expect(answer.json["accepted"] == 0)
            #expect(answer.text.contains(#""count":2"#))
            #expect(answer.text.contains(#""reason":"listening""#))
            #expect(answer.text.contains(#""firstLine":1"#))
        }
    }

    @Test(arguments: [
        ("no json", "bad-json"), (#"{"confidence":0.5}"#, "invalid"),
        (#"{"measure":6,"confidence":0.5}"#, "measure-out-of-range"),
        (#"{"measure":1,"beat":0,"confidence":0.5}"#, "invalid"),
        (#"{"recordingMs":1,"beat":1,"confidence":0.5}"#, "invalid"),
        (String(repeating: " ", count: 5000) + "{}", "line-too-long"),
    ])
    func anInvalidLineOfReadingsDoesNotStopTheNextLine(line: String, reason: String) async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            let answer = await send("\(line)\n{\"measure\":1,\"confidence\":1}\n", to: tenant, on: stage)
            #expect(answer.json["readings"] == 2)
            #expect(answer.text.contains("\"reason\":\"\(reason)\""))
            #expect(answer.text.contains("\"reason\":\"listening\""))
        }
    }

    @Test func readingsAreIgnoredWhileNoConcertIsOnTheAir() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let stage = try LiveStage(database, tenant)
            let answer = await send("{\"measure\":1,\"confidence\":1}\n", to: tenant, on: stage)
            #expect(answer.status == 200)
            #expect(answer.text.contains("\"reason\":\"no-live-concert\""))
        }
    }

    @Test func readingsOfAnotherMediaTypeAreRefused() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            #expect(await stage.send(.post, Self.path, "{}", to: tenant).status == 415)
        }
    }

    /// Spec N34.
    @Test func aStreamedReadingCountsBeforeTheRequestEnds() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            let server = Server(
                Server.Configuration(host: "127.0.0.1", port: 0), responder: stage.application, observer: nil,
                logger: Logger(label: "test"))
            try await server.start()
            let client = try LineClient(port: server.port)
            try await client.send(
                "POST \(Self.path) HTTP/1.1\r\nHost: \(tenant.slug)\r\nAuthorization: Bearer \(tenant.slug):operator\r\n"
                    + "Content-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n"
            )
            #expect(try await client.line() == "HTTP/1.1 100 Continue")
            #expect(try await client.line() == "")
            let reading = "{\"measure\":1,\"confidence\":0.75}\n"
            try await client.send("\(String(reading.utf8.count, radix: 16))\r\n\(reading)\r\n")
            var state = ""
            while !state.contains(#""confidence":0.75"#) {
                state = await stage.send(.get, "/api/v1/live/sources", to: tenant).text
            }
            #expect(state.contains(#""state":"listening""#))
            try await client.send("0\r\n\r\n")
            #expect(try await client.line() == "HTTP/1.1 200 OK")
            await server.stop(grace: 0)
        }
    }
}

/// A client on a socket that reads lines. Its blocking calls run on a queue of its own.
private final class LineClient: Sendable {
    private let descriptor: Int32
    private let queue = DispatchQueue(label: "line-client")
    private let buffer = Mutex<[UInt8]>([])

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = in_addr_t(UInt32(0x7F00_0001).bigEndian)
        let descriptor = descriptor
        let status = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw POSIXError(.ECONNREFUSED) }
    }

    deinit { Glibc.close(descriptor) }

    func send(_ text: String) async throws {
        let bytes = Array(text.utf8)
        guard Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw POSIXError(.EPIPE)
        }
    }

    /// Returns the next line without its end.
    func line() async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try self.readLine() }) }
        }
    }

    private func readLine() throws -> String {
        while true {
            let found: String? = buffer.withLock { bytes in
                guard let end = bytes.firstIndex(of: 0x0A) else { return nil }
                defer { bytes.removeFirst(end + 1) }
                return String(decoding: bytes[..<end].filter { $0 != 0x0D }, as: UTF8.self)
            }
            if let found { return found }
            var chunk = [UInt8](repeating: 0, count: 4096)
            let count = recv(descriptor, &chunk, chunk.count, 0)
            guard count > 0 else { throw POSIXError(.ECONNRESET) }
            buffer.withLock { $0 += chunk[..<count] }
        }
    }
}
