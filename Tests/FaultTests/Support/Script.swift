import Glibc

/// The steps of a client on one connection; each step is sent after the previous response.
struct Script: Sendable {
    /// Bytes that are sent together, and the expected responses.
    struct Step: Sendable {
        let request: [UInt8]
        /// Whether each request of the step is HEAD.
        let isHead: [Bool]

        init(_ request: String, isHead: [Bool] = [false]) {
            self.request = Array(request.utf8)
            self.isHead = isHead
        }
    }

    let steps: [Step]

    /// The responses of a whole run without faults, by step, with variable parts blanked out.
    typealias Transcript = [[UInt8]]

    /// Runs the script without faults.
    func transcript(port: Int) throws -> Transcript {
        let client = try Client(port: port)
        return try steps.map { step in
            try client.send(step.request)
            return try step.isHead.flatMap { Self.blank(try client.response(isHead: $0)) }
        }
    }

    /// Runs the script while calls fail. The responses must equal those of the transcript, or be their beginning,
    /// followed by the end of the connection.
    ///
    /// - Returns: whether all responses arrived.
    func run(port: Int, expecting transcript: Transcript) throws -> Bool {
        let client = try Client(port: port)
        for (step, expected) in zip(steps, transcript) {
            // Sending may fail on a closed connection; the responses that arrived before are compared.
            _ = try? client.send(step.request)
            let answer = Self.blank(try client.bytes(expected.count))
            guard answer.count <= expected.count, memcmp(answer, expected, answer.count) == 0 else {
                throw RequirementViolation(
                    what: "another answer: \(String(decoding: answer.prefix(300), as: UTF8.self))")
            }
            if answer.count < expected.count { return false }
        }
        return true
    }

    /// Blanks out the time and the request ID, which have constant lengths, also in incomplete responses.
    private static func blank(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        bytes.withUnsafeMutableBytes { all in
            guard let end = all.baseAddress.map({ $0 + all.count }) else { return }
            var rest = all.baseAddress
            while let start = rest, let line = memchr(start, 0x0D, end - start) {
                for (name, length) in [("\r\nDate: ", 29), ("\r\nX-Request-ID: ", requestIDLength)] {
                    let value = line + name.utf8.count
                    if value <= end, memcmp(line, name, name.utf8.count) == 0 {
                        memset(value, 0x78, min(length, end - value))
                    }
                }
                rest = line + 1
            }
        }
        return bytes
    }

    private static let requestIDLength = 16
}

/// A client with a blocking socket, for use on a separate thread.
final class Client {
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var isAtEnd = false

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var time = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw RequirementViolation(what: "connect: \(String(cString: strerror(errno)))") }
    }

    deinit { close(descriptor) }

    func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw RequirementViolation(what: "send: \(String(cString: strerror(errno)))") }
            sent += count
        }
    }

    /// Receives and returns `count` bytes, or fewer if the connection ends earlier.
    func bytes(_ count: Int) throws -> [UInt8] {
        while buffer.count < count, !isAtEnd { try receive() }
        defer { buffer.removeFirst(min(count, buffer.count)) }
        return Array(buffer.prefix(count))
    }

    /// Returns the bytes of one response that is framed by its length.
    func response(isHead: Bool) throws -> [UInt8] {
        while true {
            if let end = buffer.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound {
                let head = String(decoding: buffer[..<end], as: UTF8.self)
                let length = head.split(separator: "\r\n").lazy
                    .compactMap { line in line.hasPrefix("Content-Length: ") ? Int(line.dropFirst(16)) : nil }.first
                let whole = end + (isHead ? 0 : length ?? 0)
                let bytes = try bytes(whole)
                guard bytes.count == whole else {
                    throw RequirementViolation(what: "the connection ended without a fault")
                }
                return bytes
            }
            guard !isAtEnd else { throw RequirementViolation(what: "the connection ended without a fault") }
            try receive()
        }
    }

    private func receive() throws {
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        if count > 0 {
            buffer.append(contentsOf: chunk[..<count])
        } else if count == 0 || errno == ECONNRESET {
            isAtEnd = true
        } else {
            throw RequirementViolation(what: "no answer and no end: \(String(cString: strerror(errno)))")
        }
    }
}
