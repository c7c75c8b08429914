/// A host and a port, such as an address to listen on.
public struct SocketAddress: Sendable, Hashable, CustomStringConvertible {
    public let host: String
    public let port: Int

    /// Parses "HOST:PORT" or "[IPv6]:PORT"; `nil` for any other text.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        var host = text[..<colon]
        if host.first == "[", host.last == "]" {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        let digits = text[text.index(after: colon)...]
        guard !host.isEmpty, digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let port = Int(digits), port <= 65535
        else { return nil }
        self.host = String(host)
        self.port = port
    }

    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Returns the web address for a browser on this machine. `actual` is the port of the server, which differs from `port` if that is 0.
    public func url(port actual: Int) -> String {
        let shown = host == "0.0.0.0" || host == "::" ? "127.0.0.1" : host
        return "http://\(shown.contains(":") ? "[\(shown)]" : shown):\(actual)"
    }
}
