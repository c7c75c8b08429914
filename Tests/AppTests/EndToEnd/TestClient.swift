import Foundation
import Glibc

/// A client that makes one HTTP exchange per connection over plain sockets. The client shares no code with the server under test.
struct TestClient: Sendable {
    let port: Int
    /// The Host field, which selects the tenant.
    var host = "127.0.0.1"
    var token: String?

    struct Answer: Sendable {
        let status: Int
        let fields: [String: String]
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
        var json: [String: Any] { (try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]) ?? [:] }
    }

    /// Sends a request and returns the response. Returns `nil` if the server cannot be reached, cuts the connection or takes longer than `limit`
    /// seconds.
    func exchange(
        _ method: String, _ path: String, json: String? = nil, fields: [String: String] = [:], limit: Int = 60,
        content: String = ""
    ) async -> Answer? {
        await onThread { exchangeBlocking(method, path, json: json, fields: fields, limit: limit, content: content) }
    }

    /// Sends a request like `exchange`, but blocks the thread.
    func exchangeBlocking(
        _ method: String, _ path: String, json: String? = nil, fields: [String: String] = [:], limit: Int = 60,
        content: String = ""
    ) -> Answer? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var time = timeval(tv_sec: limit, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, size)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { return nil }
        var head = "\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n"
        if let token { head += "Authorization: Bearer \(token)\r\n" }
        for (name, value) in fields { head += "\(name): \(value)\r\n" }
        if let json { head += "Content-Type: application/json\r\nContent-Length: \(json.utf8.count)\r\n" }
        let request = Array((head + "\r\n" + (json ?? content)).utf8)
        guard send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else { return nil }
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count >= 0 else { return nil }
            if count == 0 { break }
            received += buffer[..<count]
        }
        return Self.parse(received)
    }

    private static func parse(_ bytes: [UInt8]) -> Answer? {
        guard let end = Data(bytes).range(of: Data("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else { return nil }
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let (name, value) = (parts[0].lowercased(), parts[1].trimmingCharacters(in: .whitespaces))
            fields[name] = fields[name].map { "\($0)\n\(value)" } ?? value
        }
        return Answer(status: status, fields: fields, body: Array(bytes[end.upperBound...]))
    }
}
