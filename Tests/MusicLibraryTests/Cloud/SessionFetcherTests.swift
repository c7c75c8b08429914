import Foundation
import Glibc
import Testing

@testable import MusicLibrary
@testable import SoundCloud

/// The fetcher with servers that violate HTTP.
struct SessionFetcherTests {
    /// Starts a server that sends these bytes on each connection, then closes the connection or sends nothing more.
    private func peer(_ answer: String, closes: Bool = true) throws -> (address: String, end: () -> Void) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let port = try withUnsafeMutablePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                try #require(bind(listener, pointer, length) == 0)
                try #require(listen(listener, 8) == 0)
                try #require(getsockname(listener, pointer, &length) == 0)
            }
            return UInt16(bigEndian: pointer.pointee.sin_port)
        }
        Thread.detachNewThread {
            // The accepting thread closes the descriptor, because a descriptor closed by another thread could be reused and
            // accept connections of another test.
            defer { close(listener) }
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                var buffer = [UInt8](repeating: 0, count: 4096)
                _ = recv(connection, &buffer, buffer.count, 0)
                _ = send(connection, answer, answer.utf8.count, Int32(MSG_NOSIGNAL))
                if closes { close(connection) }
            }
        }
        return ("http://127.0.0.1:\(port)/", { shutdown(listener, Int32(SHUT_RDWR)) })
    }

    private func failure(_ answer: String, closes: Bool = true, limit: Duration = .seconds(300)) async throws
        -> FetchFailure?
    {
        let peer = try peer(answer, closes: closes)
        defer { peer.end() }
        do {
            _ = try await SessionFetcher(limit: limit, lengthLimit: 1000).fetch(UpstreamRequest("GET", peer.address))
            return nil
        } catch {
            return error as? FetchFailure
        }
    }

    @Test func aTruncatedResponseFails() async throws {
        let failure = try await failure("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{}")
        guard case .broken = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    @Test func aConnectionClosedWithoutAResponseFails() async throws {
        let failure = try await failure("")
        guard case .broken = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    @Test func aStalledResponseTimesOut() async throws {
        #expect(try await failure("", closes: false, limit: .milliseconds(300)) == .timeout)
        let half = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{}"
        #expect(try await failure(half, closes: false, limit: .milliseconds(300)) == .timeout)
    }

    @Test func aResponseOverTheLengthLimitFails() async throws {
        let body = String(repeating: "x", count: 5000)
        #expect(try await failure("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n\(body)") == .tooLong)
    }

    @Test func aRedirectIsReturnedAndNotFollowed() async throws {
        let peer = try peer("HTTP/1.1 302 Found\r\nLocation: https://elsewhere.example/\r\nContent-Length: 0\r\n\r\n")
        defer { peer.end() }
        let answer = try await SessionFetcher(limit: .seconds(300)).fetch(UpstreamRequest("GET", peer.address))
        #expect(answer.status == 302 && answer.fields["location"] == "https://elsewhere.example/")
    }

    @Test func aCancelledRequestFails() async throws {
        let peer = try peer("", closes: false)
        defer { peer.end() }
        let address = peer.address
        let task = Task { try await SessionFetcher(limit: .seconds(300)).fetch(UpstreamRequest("GET", address)) }
        task.cancel()
        await #expect(throws: (any Error).self) { try await task.value }
    }
}
