/// The origin of a tenant's public URLs (RFC 6454 §4). It is built from the tenant's host name and the installation's `PublicAddress`, never from a
/// request, so that the spelling of a host in a request does not change documents.
public struct Origin: Sendable, Hashable {
    /// The origin as text, such as "https://radio.example:8443", without a default port.
    public let text: String
    /// The host in lower case and without brackets, for identifiers of guides and calendars.
    public let host: String

    /// Creates an origin. `host` is in lower case, without brackets around an IPv6 address. A `port` of `nil` is the default port of the scheme.
    public init(scheme: String = "http", host: String, port: Int? = nil) {
        let implied = scheme == "https" ? 443 : 80
        let name = host.contains(":") ? "[\(host)]" : host
        text = "\(scheme)://\(name)" + (port.map { $0 == implied ? "" : ":\($0)" } ?? "")
        self.host = host
    }

    /// The origin of a tenant without a host name on an installation without a public address.
    public static let local = Origin(host: "localhost")

    /// Returns the absolute URL of a path that begins with "/".
    public func url(_ path: String) -> String { text + path }

    /// Returns the absolute URL of a path. A text that does not begin with "/" is returned unchanged.
    public func absolute(_ address: String) -> String { address.hasPrefix("/") ? text + address : address }
}

/// The public address of the installation: scheme and port for every tenant's origin, and the host for tenants without a host name.
public struct PublicAddress: Sendable, Hashable {
    public let scheme: String
    public let host: String
    /// The port; `nil` for the default port of the scheme.
    public let port: Int?

    public init(scheme: String = "http", host: String = "localhost", port: Int? = nil) {
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    /// Reads an address such as "https://radio.example:8443". Returns `nil` unless the text is http or https, a host, and optionally a port and a
    /// final slash.
    public init?(_ text: String) {
        guard let separator = text.firstRange(of: "://") else { return nil }
        let scheme = text[..<separator.lowerBound].lowercased()
        var authority = text[separator.upperBound...]
        if authority.last == "/" { authority.removeLast() }
        guard scheme == "http" || scheme == "https", let host = Authority.normalised(String(authority)), !host.isEmpty
        else { return nil }
        let end = authority.lastIndex(of: "]") ?? authority.startIndex
        let digits = authority[end...].lastIndex(of: ":").map { authority[authority.index(after: $0)...] }
        guard let digits else {
            self.init(scheme: scheme, host: host)
            return
        }
        guard let port = Int(digits), port > 0 else { return nil }
        self.init(scheme: scheme, host: host, port: port)
    }

    /// Returns the origin of a tenant with this host name, or with the installation's host for `nil`.
    public func origin(ofHost host: String?) -> Origin {
        Origin(scheme: scheme, host: host ?? self.host, port: port)
    }
}
