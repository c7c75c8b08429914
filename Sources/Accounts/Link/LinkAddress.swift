import HTTP
import Web

/// Where a link leads.
enum LinkAddress {
    /// "/links/SECRET".
    static func path(_ secret: SecretKey) -> String { "/links/\(secret.text)" }

    /// The whole URL, of the scheme and authority that the request came by; without an authority (HTTP/1.0) the path
    /// alone.
    static func url(_ secret: SecretKey, _ request: Request, _ context: RequestContext) -> String {
        guard let authority = request.authority else { return path(secret) }
        return "\(context.isSecure ? "https" : "http")://\(authority)\(path(secret))"
    }
}
