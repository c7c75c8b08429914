import Foundation
import Glibc

/// The requests of `tutti health` to the server on this machine. The check uses sockets directly, so that a container image needs no HTTP client.
public struct HealthCheck: Sendable {
    private let address: SocketAddress
    private let hasMetrics: Bool

    /// Creates a check of the admin address, or of the public address if the admin server is off.
    public init(_ settings: Settings) {
        address = settings.admin ?? settings.http
        hasMetrics = settings.admin != nil
    }

    /// Returns a line about the emitter of each tenant with an emitter; empty if the admin server is off or does not answer. Blocks the thread.
    ///
    /// A failing emitter does not make the server unready, because taking the server out of service would not help.
    public func emitters() -> [String] {
        guard hasMetrics, let response = exchange("/metrics") else { return [] }
        return EmitterLines(metrics: response).lines
    }

    /// Returns the body of the response to GET /readyz. Blocks the thread. Throws `CommandFailure` if the server does not respond or is not ready.
    public func answer() async throws(CommandFailure) -> String {
        guard let response = exchange("/readyz") else {
            throw CommandFailure(
                """
                no answer from \(address.url(port: address.port)): start the server with `tutti run` or `tutti serve`, \
                or check \(hasMetrics ? "TUTTI_ADMIN" : "TUTTI_HTTP")
                """)
        }
        let parts = response.split(separator: "\r\n\r\n", maxSplits: 1)
        let body = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespacesAndNewlines) : ""
        guard response.hasPrefix("HTTP/1.1 200") else { throw CommandFailure("not ready: \(body)") }
        return body
    }

    private func exchange(_ path: String) -> String? {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let host = address.host == "0.0.0.0" ? "127.0.0.1" : address.host == "::" ? "::1" : address.host
        guard getaddrinfo(host, String(address.port), &hints, &found) == 0, let found else { return nil }
        defer { freeaddrinfo(found) }
        let descriptor = socket(found.pointee.ai_family, found.pointee.ai_socktype, 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var limit = timeval(tv_sec: 3, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
        guard connect(descriptor, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0 else { return nil }
        let request = Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
        guard Glibc.send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else { return nil }
        var response: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while response.count < 16 << 20 {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            response += buffer[..<count]
        }
        return response.isEmpty ? nil : String(decoding: response, as: UTF8.self)
    }
}
