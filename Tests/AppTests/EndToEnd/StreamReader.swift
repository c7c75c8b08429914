import Foundation
import Glibc

/// A client that reads an endless response in chunks (RFC 9112 §7.1) on a plain socket, as a player does. Its blocking calls run on separate threads, one
/// call at a time.
final class StreamReader: @unchecked Sendable {
    // Safety: only one call of `read` or `rest` runs at a time.
    private let socket: RequestSocket
    private var received: [UInt8] = []
    /// The number of bytes that were received up to the time, in the order of arrival.
    private(set) var arrivals: [(time: Date, count: Int)] = []
    /// The time before the request was sent.
    let asked = Date.now

    init(port: Int, path: String, fields: String = "") throws {
        socket = try RequestSocket(port: port, path: path, host: "127.0.0.1:\(port)", fields: fields)
    }

    /// The head and the content received so far, and whether the last chunk has arrived.
    var response: (head: String, content: [UInt8], isComplete: Bool) {
        guard let end = received.firstRange(of: Array("\r\n\r\n".utf8)) else { return ("", [], false) }
        var (content, place) = ([UInt8](), end.upperBound)
        while let line = received[place...].firstRange(of: [13, 10]),
            let size = Int(String(decoding: received[place..<line.lowerBound], as: UTF8.self), radix: 16)
        {
            if size == 0 { return (head(end), content, true) }
            content += received[line.upperBound..<min(received.count, line.upperBound + size)]
            place = line.upperBound + size + 2
            if place > received.count { break }
        }
        return (head(end), content, false)
    }

    private func head(_ end: Range<Int>) -> String { String(decoding: received[..<end.lowerBound], as: UTF8.self) }

    /// Reads until the content has a number of bytes, and returns the content. Throws if the connection ends before, or is silent for two minutes.
    func content(of count: Int) async throws -> [UInt8] {
        try await onThread {
            while true {
                let content = self.response.content
                self.arrivals.append((.now, content.count))
                if content.count >= count { return content }
                guard try self.receive() else { throw POSIXError(.EPIPE) }
            }
        }
    }

    /// Reads to the end of the connection, and returns whether the response is complete.
    func isCompleteAtTheEnd() async throws -> Bool {
        try await onThread {
            while try self.receive() {}
            return self.response.isComplete
        }
    }

    /// Receives bytes; `false` at the end of the connection. Throws if the connection is reset or silent for two minutes.
    private func receive() throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        let count = recv(socket.descriptor, &buffer, buffer.count, 0)
        guard count >= 0 else { throw POSIXError(.ETIMEDOUT) }
        received += buffer[..<count]
        return count > 0
    }
}
