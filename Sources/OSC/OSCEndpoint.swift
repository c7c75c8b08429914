import Glibc

/// A numeric IP address and a UDP port.
public struct OSCEndpoint: Sendable, Hashable, CustomStringConvertible {
    public let host: String
    public let port: Int

    /// Creates an endpoint.
    ///
    /// - Parameters:
    ///   - host: A numeric IPv4 or IPv6 address, so that no look-up delays a message.
    ///   - port: From 0 to 65535. With 0, the system chooses the port of a receiver.
    public init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Calls `body` with the address family, the socket address and its length. Throws `OSCSocketError` if the host is not a numeric address.
    func withSocketAddress<Result>(
        _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) throws -> Result
    ) throws -> Result {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
        hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &found) == 0, let info = found else {
            throw OSCSocketError(call: "getaddrinfo", code: EINVAL)
        }
        defer { freeaddrinfo(info) }
        return try body(info.pointee.ai_family, info.pointee.ai_addr, info.pointee.ai_addrlen)
    }
}

/// An error of a socket: the system call and its errno.
public struct OSCSocketError: Error, Sendable, Hashable, CustomStringConvertible {
    public let call: String
    public let code: Int32

    public var description: String { "\(call): \(String(cString: strerror(code)))" }
}
