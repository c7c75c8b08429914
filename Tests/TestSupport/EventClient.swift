import Dispatch
import Foundation
import Synchronization

/// An event stream client over a real socket, like a browser: it reads events and remembers their IDs.
public final class EventClient: Sendable {
    public struct Event: Sendable, Hashable {
        public var id = ""
        public var name = ""
        public var data = ""

        public init(id: String = "", name: String = "", data: String = "") {
            self.id = id
            self.name = name
            self.data = data
        }
    }

    /// The file descriptor is closed when neither the client nor its reader can use it, because closing a reused descriptor would
    /// end another connection.
    private final class Socket: Sendable {
        let descriptor: Int32
        let retries = Mutex<[Int]>([])

        init(_ descriptor: Int32) { self.descriptor = descriptor }

        deinit { Glibc.close(descriptor) }
    }

    private let socket: Socket
    public let events: AsyncStream<Event>
    /// The reconnection times that the stream has sent up to now.
    public var retries: [Int] { socket.retries.withLock { $0 } }

    /// Connects and requests the stream.
    /// - Parameter token: the bearer token of the request.
    public init(port: Int, host: String, path: String, token: String? = nil, lastEventID: String? = nil) throws {
        let descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let socket = Socket(descriptor)
        self.socket = socket
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = in_addr_t(UInt32(0x7F00_0001).bigEndian)
        let status = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw POSIXError(.ECONNREFUSED) }
        let resume = lastEventID.map { "Last-Event-ID: \($0)\r\n" } ?? ""
        let proof = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
        // HTTP/1.0: the stream comes without chunks.
        let request = Array(
            "GET \(path) HTTP/1.0\r\nHost: \(host)\r\nAccept: text/event-stream\r\n\(proof)\(resume)\r\n".utf8)
        guard send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
            throw POSIXError(.EPIPE)
        }
        let (stream, continuation) = AsyncStream<Event>.makeStream()
        events = stream
        // A separate queue, because reading blocks.
        DispatchQueue(label: "event-client").async { Self.read(socket, continuation) }
    }

    /// Closes the connection.
    public func close() { shutdown(socket.descriptor, Int32(SHUT_RDWR)) }

    private static func read(_ socket: Socket, _ continuation: AsyncStream<Event>.Continuation) {
        var pending: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        var event = Event()
        var isHead = true
        while true {
            let count = recv(socket.descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            pending += buffer[..<count]
            while let end = pending.firstIndex(of: 0x0A) {
                let line = String(decoding: pending[..<end], as: UTF8.self).trimmingCharacters(in: .newlines)
                pending.removeFirst(end + 1)
                if isHead {
                    isHead = !line.isEmpty
                } else if line.isEmpty {
                    if !event.name.isEmpty { continuation.yield(event) }
                    event = Event()
                } else {
                    if line.hasPrefix("retry: "), let time = Int(line.dropFirst(7)) {
                        socket.retries.withLock { $0.append(time) }
                    }
                    take(line, into: &event)
                }
            }
        }
        continuation.finish()
    }

    private static func take(_ line: String, into event: inout Event) {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
        switch parts[0] {
        case "id": event.id = value
        case "event": event.name = value
        case "data": event.data += value
        default: break
        }
    }
}
