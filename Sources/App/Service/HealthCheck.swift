import Foundation
import Glibc

/// `tutti health`: one GET /readyz to the server on this machine, and what its metrics say of the emitters, without any
/// library that a container image would need for it.
public struct HealthCheck: Sendable {
    private let address: SocketAddress
    private let hasMetrics: Bool

    /// Asks the admin address, or the public one when there is none.
    public init(_ settings: Settings) {
        address = settings.admin ?? settings.http
        hasMetrics = settings.admin != nil
    }

    /// A line for each tenant on the air: what became of its packets. Empty where there is no admin address.
    ///
    /// An emitter in trouble leaves the server ready: it is no reason to take the server out of service.
    public func emitters() -> [String] {
        guard hasMetrics, let response = exchange("/metrics") else { return [] }
        return EmitterLines(metrics: response).lines
    }

    /// The body of a 200 answer.
    ///
    /// - Throws: `CommandFailure` when nothing answers within 3 s, or with the reasons that the server gives.
    public func answer() async throws(CommandFailure) -> String {
        guard let response = exchange("/readyz") else {
            throw CommandFailure(
                """
                no answer from \(address.url(port: address.port)): start the server with `tutti run` or `tutti serve`, \
                or check TUTTI_ADMIN
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
