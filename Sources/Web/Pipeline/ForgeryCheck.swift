import HTTP

/// The check against cross-site request forgery (spec S1.13; ASVS 5.0 V3.5.1, V3.5.3).
///
/// A browser adds cookies to every request, even if another site caused it. So a change with a cookie session must come from a page of this host and
/// carry the CSRF token of the session. Browsers never add bearer tokens, so requests with one need neither.
enum ForgeryCheck {
    /// The form field that carries the CSRF token.
    static let formField = "csrf"
    static let requestField = "X-CSRF-Token"

    /// Checks a request that may change data; GET, HEAD and OPTIONS always pass. Throws 403 if a request with a cookie session does not come from a
    /// page of this host with the CSRF token, or if another site sent a request without credentials.
    ///
    /// - Parameter proof: the credentials of the caller; `nil` for a request without valid credentials.
    static func check(_ request: Request, proof: Caller.Proof?) throws(APIError) {
        guard ![.get, .head, .options].contains(request.method) else { return }
        switch proof {
        case .bearer: return
        case .cookie(let token):
            guard isSameSite(request) == true else {
                throw forged(
                    "the request does not seem to come from a page of this site; reload the page and try again")
            }
            guard let sent = sentToken(request), ConstantTime.equal(sent, token) else {
                throw forged("the page's security token is missing or out of date; reload the page and try again")
            }
        case nil:
            // Another site must also not send a request without a session, such as a sign-in.
            guard isSameSite(request) != false else {
                throw forged(
                    "the request does not seem to come from a page of this site; reload the page and try again")
            }
        }
    }

    private static func forged(_ detail: String) -> APIError {
        APIError(.forbidden, code: .forgedRequest, detail)
    }

    /// Returns whether a page of this host sent the request, or `nil` if no field shows its source.
    ///
    /// Browsers send `Origin` with every POST, and `Sec-Fetch-Site` to trustworthy URLs, such as URLs with TLS; old browsers may send only `Referer`.
    /// The scheme is not compared, because a proxy may have terminated TLS.
    private static func isSameSite(_ request: Request) -> Bool? {
        if let site = request.fields["Sec-Fetch-Site"], site != "same-origin", site != "none" { return false }
        if let origin = request.fields["Origin"] { return names(origin, request.authority) }
        if request.fields["Sec-Fetch-Site"] == "same-origin" { return true }
        return request.fields["Referer"].map { names($0, request.authority) }
    }

    /// Returns whether the host and port of a URL are those of `authority`. A default port may be omitted in either.
    private static func names(_ url: String, _ authority: String?) -> Bool {
        guard let authority, let scheme = ["http", "https"].first(where: { url.hasPrefix("\($0)://") }) else {
            return false
        }
        let port = scheme == "http" ? ":80" : ":443"
        let named = url.dropFirst(scheme.count + 3).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return withoutPort(named, port) == withoutPort(authority[...], port)
    }

    private static func withoutPort(_ authority: Substring, _ port: String) -> String {
        ASCII.lowered(authority.hasSuffix(port) ? authority.dropLast(port.count) : authority)
    }

    private static func sentToken(_ request: Request) -> String? {
        if let sent = request.fields[requestField] { return sent }
        if let form = try? request.form() { return try? form.optional(formField) }
        return try? request.multipartForm().optional(formField)?.text()
    }
}

/// Comparisons in constant time, for secrets.
public enum ConstantTime {
    /// Returns whether two texts have equal UTF-8 bytes. The time reveals whether their lengths differ.
    public static func equal(_ left: some StringProtocol, _ right: some StringProtocol) -> Bool {
        equal(Array(left.utf8), Array(right.utf8))
    }

    /// Returns whether two byte sequences are equal. The time reveals whether their lengths differ.
    public static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
