import Foundation
import Glibc

/// A client that reads `/api/v1/live/events` on a plain socket, as a phone does. Its blocking calls run on separate threads.
final class EventReader: Sendable {
    private let socket: RequestSocket

    init(port: Int, host: String = "127.0.0.1", fields: String = "") throws {
        socket = try RequestSocket(port: port, path: "/api/v1/live/events", host: host, fields: fields)
    }

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
        let count = recv(socket.descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
        return count > 0 || (count < 0 && errno == EAGAIN)
    }

    /// Reads byte by byte until `isEnough` returns true or the connection ends, so that no later bytes are consumed.
    private func read(until isEnough: @escaping @Sendable (String) -> Bool) async throws -> String {
        try await onThread {
            var received: [UInt8] = []
            var byte: UInt8 = 0
            while true {
                let count = recv(self.socket.descriptor, &byte, 1, 0)
                guard count >= 0 else { throw POSIXError(.ETIMEDOUT) }
                let text = String(decoding: received, as: UTF8.self)
                if count == 0 { return text }
                received.append(byte)
                if byte == UInt8(ascii: "\n"), isEnough(text + "\n") { return text + "\n" }
            }
        }
    }
}
