import Dispatch
import Glibc

@testable import HTTP

/// A client on a raw socket that sends exactly the bytes of a test. Its blocking calls run on a separate queue and
/// never on the tests' threads.
actor TestClient {
    nonisolated let executor = LoopExecutor(queue: DispatchQueue(label: "test.client"))
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    struct Failure: Error { let what: String }

    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private(set) var isAtEnd = false

    /// - Parameters:
    ///   - receiveBuffer: the size of the socket's buffer in bytes, for slow readers.
    ///   - source: the local address, such as "127.0.0.2"; by default the system chooses it.
    ///   - timeout: the longest time of a read in seconds.
    init(port: Int, receiveBuffer: Int32? = nil, from source: String? = nil, timeout: Int = 60) async throws {
        // Not inherited by processes that other tests start, because they would keep the connection open.
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        if var size = receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        var time = timeval(tv_sec: timeout, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let descriptor = descriptor
        if let source {
            var own = sockaddr_in()
            own.sin_family = sa_family_t(AF_INET)
            own.sin_addr.s_addr = inet_addr(source)
            let bound = withUnsafePointer(to: &own) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            guard bound == 0 else { throw Failure(what: "bind: \(String(cString: strerror(errno)))") }
        }
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw Failure(what: "connect: \(String(cString: strerror(errno)))") }
    }

    deinit { Glibc.close(descriptor) }

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, 0x4000) }
            guard count > 0 else { throw Failure(what: "send: \(String(cString: strerror(errno)))") }
            sent += count
        }
    }

    /// Closes the sending direction; the server may still send.
    func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Ends the connection with a reset.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Reads the next response. Bytes after it stay in the buffer.
    func response(isHead: Bool = false) throws -> TestResponse {
        while true {
            if let (response, length) = try TestResponse.parse(buffer, isHead: isHead, isAtEnd: isAtEnd) {
                buffer.removeFirst(length)
                return response
            }
            guard !isAtEnd else {
                throw Failure(what: "the connection ended within a response: \(text(buffer.prefix(500)))")
            }
            try receive()
        }
    }

    /// Sends a request and waits for its response.
    func exchange(_ text: String, isHead: Bool = false) throws -> TestResponse {
        try send(text)
        return try response(isHead: isHead)
    }

    /// Reads up to and including `marker` and removes that text from the buffer.
    func text(upTo marker: String) throws -> String {
        let marker = Array(marker.utf8)
        var searched = 0
        while true {
            if let range = buffer[searched...].firstRange(of: marker) {
                defer { buffer.removeFirst(range.upperBound) }
                return text(buffer[..<range.upperBound])
            }
            guard !isAtEnd else { throw Failure(what: "ended before the text came: \(text(buffer.prefix(500)))") }
            searched = max(0, buffer.count - marker.count)
            try receive()
        }
    }

    /// Returns everything until the server ends the connection.
    func rest() throws -> [UInt8] {
        while !isAtEnd { try receive() }
        return buffer
    }

    private func receive() throws {
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        if count > 0 {
            buffer.append(contentsOf: chunk[..<count])
        } else if count == 0 || errno == ECONNRESET {
            isAtEnd = true
        } else {
            throw Failure(what: "recv: \(String(cString: strerror(errno))), so far: \(text(buffer.prefix(500)))")
        }
    }

    private func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
