import HTTP
import Web

/// The scheme and authority that a request came by: what every absolute address in an exported document begins with.
struct Origin: Sendable, Hashable {
    /// "https://radio.example:8443", without a port that the scheme has anyway.
    let text: String
    /// The name alone, in lower case: what identifiers of guides and calendars end with.
    let host: String

    /// - Throws: 400 without an authority (HTTP/1.0), or with one that is no plain name: the documents would lead nowhere.
    init(_ request: Request, _ context: RequestContext) throws(APIError) {
        let authority = request.authority?.lowercased() ?? ""
        let isPlain = authority.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || "-._:[]".utf8.contains($0)
        }
        guard !authority.isEmpty, isPlain else {
            throw APIError(
                .badRequest, code: "no-host", "this document holds absolute addresses: name the host in the request")
        }
        let (name, port) = Self.parts(authority)
        let scheme = context.isSecure ? "https" : "http"
        let isUsual = port.isEmpty || port == (context.isSecure ? "443" : "80")
        text = "\(scheme)://\(name)\(isUsual ? "" : ":\(port)")"
        host = name.filter { $0 != "[" && $0 != "]" }
    }

    /// An absolute address of this server.
    func url(_ path: String) -> String { text + path }

    /// An address that may be a path of this server, as an absolute one.
    func absolute(_ address: String) -> String { address.hasPrefix("/") ? text + address : address }

    /// The name, in brackets where it is an IPv6 address, and the port.
    private static func parts(_ authority: String) -> (name: String, port: String) {
        guard let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") else {
            return (authority, "")
        }
        return (String(authority[..<colon]), String(authority[authority.index(after: colon)...]))
    }
}
