import HTTP

/// The fields that tell browsers to be careful (spec S1, "Headers"; ASVS 5.0 V3.4).
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
    static func pagePolicy(nonce: String) -> String {
        [
            "default-src 'none'", "style-src 'nonce-\(nonce)'", "script-src 'nonce-\(nonce)'",
            "img-src 'self' data:", "media-src 'self'", "connect-src 'self'", "form-action 'self'",
            "frame-ancestors 'none'", "base-uri 'none'",
        ].joined(separator: "; ")
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
