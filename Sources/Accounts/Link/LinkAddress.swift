import HTTP
import Web

/// The URLs of invitations and password links.
enum LinkAddress {
    /// Returns the path of a link, "/links/SECRET".
    static func path(_ secret: SecretKey) -> String { "/links/\(secret.text)" }

    /// Returns the URL of a link on the host of the request, or only its path for an HTTP/1.0 request without host.
    static func url(_ secret: SecretKey, _ request: Request, _ context: RequestContext) -> String {
        guard let authority = request.authority else { return path(secret) }
        return "\(context.isSecure ? "https" : "http")://\(authority)\(path(secret))"
    }
}
