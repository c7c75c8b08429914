/// The origin of a tenant's public addresses (RFC 6454 §4): what every absolute address in a document begins with.
///
/// Made of the tenant's configured host and the installation's `PublicAddress`, never of a request: a client that invents
/// ports or spellings of the host is given the same document as everybody else.
public struct Origin: Sendable, Hashable {
    /// "https://radio.example:8443", without the port that the scheme implies.
    public let text: String
    /// The host alone, in lower case and without brackets: what identifiers of guides and calendars end with.
    public let host: String

    /// - Parameter port: `nil` for the port that the scheme implies.
    public init(scheme: String = "http", host: String, port: Int? = nil) {
        let implied = scheme == "https" ? 443 : 80
        let name = host.contains(":") ? "[\(host)]" : host
        text = "\(scheme)://\(name)" + (port.map { $0 == implied ? "" : ":\($0)" } ?? "")
        self.host = host
    }

    /// The origin of a tenant without a host on an installation without a public address.
    public static let local = Origin(host: "localhost")

    /// The absolute address of a path of this tenant.
    public func url(_ path: String) -> String { text + path }

    /// The absolute form of an address that may be a path of this tenant.
    public func absolute(_ address: String) -> String { address.hasPrefix("/") ? text + address : address }
}

/// How clients reach the installation: the scheme and port of every tenant's origin, and the host of a tenant that has
/// none of its own.
public struct PublicAddress: Sendable, Hashable {
    public let scheme: String
    public let host: String
    /// `nil` for the port that the scheme implies.
    public let port: Int?

    public init(scheme: String = "http", host: String = "localhost", port: Int? = nil) {
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    /// Reads "https://radio.example:8443"; `nil` for anything but a scheme, a host and perhaps a port.
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

    /// The origin of a tenant with this host; of one without any the installation's own.
    public func origin(ofHost host: String?) -> Origin {
        Origin(scheme: scheme, host: host ?? self.host, port: port)
    }
}
