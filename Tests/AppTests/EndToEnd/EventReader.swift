import Foundation
import Glibc

/// A client that reads `/api/v1/live/events` on a plain socket, as a phone does. Its blocking calls run on separate threads.
final class EventReader: Sendable {
    private let descriptor: Int32

    init(port: Int, host: String = "127.0.0.1", fields: String = "") throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var time = timeval(tv_sec: 120, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let descriptor = descriptor
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        let request = Array("GET /api/v1/live/events HTTP/1.1\r\nHost: \(host)\r\n\(fields)\r\n".utf8)
        guard connected == 0, send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
            close(descriptor)
            throw POSIXError(.ECONNREFUSED)
        }
    }

    deinit { close(descriptor) }

    /// Reads the response up to the end of its header section.
    func head() async throws -> String { try await read { $0.hasSuffix("\r\n\r\n") } }

    /// Reads the text from the current position up to and including `marker`.
    func text(upTo marker: String) async throws -> String { try await read { $0.hasSuffix(marker) } }

    /// Reads the events from the current position up to and including the event that contains a text.
    func text(containing marker: String) async throws -> String {
        var heard = ""
        while !heard.contains(marker) {
            let event = try await text(upTo: "\n\n")
            guard !event.isEmpty else { throw POSIXError(.EPIPE) }
            heard += event
        }
        return heard
    }

    /// Reads all bytes up to the end of the connection.
    func rest() async throws -> String { try await read { _ in false } }

    /// Whether the connection is still open.
    var isOpen: Bool {
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
        return count > 0 || (count < 0 && errno == EAGAIN)
    }

    /// Reads byte by byte until `isEnough` returns true or the connection ends, so that no later bytes are consumed.
    private func read(until isEnough: @escaping @Sendable (String) -> Bool) async throws -> String {
        try await onThread {
            var received: [UInt8] = []
            var byte: UInt8 = 0
            while true {
                let count = recv(self.descriptor, &byte, 1, 0)
                guard count >= 0 else { throw POSIXError(.ETIMEDOUT) }
                let text = String(decoding: received, as: UTF8.self)
                if count == 0 { return text }
                received.append(byte)
                if byte == UInt8(ascii: "\n"), isEnough(text + "\n") { return text + "\n" }
            }
        }
    }
}
