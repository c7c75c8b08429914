import HTTP
import Web

/// The URLs of links.
enum LinkAddress {
    /// The path of a link, "/links/SECRET".
    static func path(_ secret: SecretKey) -> String { "/links/\(secret.text)" }

    /// The URL of a link with the scheme and authority of the request; only the path if the request has no authority (HTTP/1.0).
    static func url(_ secret: SecretKey, _ request: Request, _ context: RequestContext) -> String {
        guard let authority = request.authority else { return path(secret) }
        return "\(context.isSecure ? "https" : "http")://\(authority)\(path(secret))"
    }
}
