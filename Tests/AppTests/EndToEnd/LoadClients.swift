import Foundation
import Glibc
import Synchronization

/// Clients that send requests without a pause, each on its own thread, until `end` is called. Some clients open a connection for each request. The
/// others keep their connection until the server closes it. Every incomplete response is a failure.
final class LoadClients: Sendable {
    private struct State {
        var isOver = false
        var running = 0
        var answers = 0
        var failures: [String] = []
    }

    private let port: Int
    private let path: String
    private let state = Mutex(State())

    init(port: Int, path: String, connecting: Int, keeping: Int) {
        self.port = port
        self.path = path
        state.withLock { $0.running = connecting + keeping }
        for index in 0..<(connecting + keeping) {
            Thread.detachNewThread { [self] in
                while !state.withLock({ $0.isOver }) { ask(keeps: index >= connecting) }
                state.withLock { $0.running -= 1 }
            }
        }
    }

    var answers: Int { state.withLock { $0.answers } }
    var failures: [String] { state.withLock { $0.failures } }

    /// Returns when every client has received its last response.
    func end() async {
        state.withLock { $0.isOver = true }
        _ = await eventually(within: 120) { state.withLock { $0.running == 0 } ? true : nil }
    }

    /// Sends requests on one connection until its end.
    private func ask(keeps: Bool) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var time = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { return fail("connect: \(String(cString: strerror(errno)))") }
        let request = Array("GET \(path) HTTP/1.1\r\nHost: a\r\n\(keeps ? "" : "Connection: close\r\n")\r\n".utf8)
        repeat {
            guard send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
                return fail("send: \(String(cString: strerror(errno)))")
            }
            guard let head = answer(on: descriptor) else { return }
            state.withLock { $0.answers += 1 }
            // This was the last response on the connection, so the next request uses a new connection.
            if head.contains("\r\nConnection: close\r\n") { return }
            usleep(5000)
        } while !state.withLock { $0.isOver }
    }

    /// Reads a complete response, which has one short line of content, and returns its header section.
    private func answer(on descriptor: Int32) -> String? {
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let text = String(decoding: received, as: UTF8.self)
            if let end = text.range(of: "\r\n\r\n"),
                let length = text.firstMatch(of: /\r\nContent-Length: (\d+)\r\n/).flatMap({ Int($0.1) }),
                text[end.upperBound...].utf8.count >= length
            {
                guard text.hasPrefix("HTTP/1.1 200 ") else {
                    fail("status: \(text.prefix(40))")
                    return nil
                }
                return String(text[..<end.upperBound])
            }
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else {
                fail("after \(received.count) bytes: \(count == 0 ? "end" : String(cString: strerror(errno)))")
                return nil
            }
            received += buffer[..<count]
        }
    }

    private func fail(_ what: String) { state.withLock { $0.failures.append(what) } }
}
