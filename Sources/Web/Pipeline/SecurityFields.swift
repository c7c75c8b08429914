import HTTP

/// The fields that tell browsers to be careful (spec S1.14; ASVS 5.0 V3.4).
public enum SecurityFields {
    /// For every answer of the server, answers from memory and refusals of the parser included: bytes that each loop holds
    /// ready. A page has a policy of its own, which takes this one's place.
    ///
    /// `same-origin` rather than `no-referrer`: with the latter a browser posts our own forms with
    /// `Origin: null` (Fetch standard, "append a request `Origin` header").
    public static let server: Fields = [
        "X-Content-Type-Options": "nosniff", "Content-Security-Policy": apiPolicy, "Referrer-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
    ]

    /// An answer that is no page runs nothing and is framed by nobody, even when opened in a tab.
    static let apiPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

    /// A page runs its own inline style and script only, by their nonce.
    ///
    /// - Parameter onward: an address of others that a form leads on to; of no more than its origin anything is allowed.
    static func pagePolicy(nonce: String, onward: String? = nil) -> String {
        let target = onward.flatMap(origin).map { " " + $0 } ?? ""
        return [
            "default-src 'none'", "style-src 'nonce-\(nonce)'", "script-src 'nonce-\(nonce)'",
            "img-src 'self' data:", "media-src 'self'", "connect-src 'self'", "form-action 'self'\(target)",
            "frame-ancestors 'none'", "base-uri 'none'",
        ].joined(separator: "; ")
    }

    /// Scheme, host and port of an address; `nil` for one that could say more in a policy.
    private static func origin(of address: String) -> String? {
        guard WebAddress.isValid(address) else { return nil }
        let origin = address.split(separator: "/", omittingEmptySubsequences: false).prefix(3).joined(separator: "/")
        let isPlain = origin.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || ":/.-[]".utf8.contains($0)
        }
        return isPlain ? origin : nil
    }

    /// Adds what depends on the answer and the endpoint did not set itself; `server` goes with every answer anyway.
    /// HSTS is sent only where TLS is.
    static func add(to response: inout Response, isSecure: Bool) {
        if isSecure { add("Strict-Transport-Security", "max-age=31536000", to: &response) }
        if case .representation = response.content {} else { add("Cache-Control", "no-store", to: &response) }
    }

    private static func add(_ name: String, _ value: String, to response: inout Response) {
        if response.fields[name] == nil { response.fields.append(name, value) }
    }
}
