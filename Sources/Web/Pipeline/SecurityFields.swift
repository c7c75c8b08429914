import HTTP

/// The fields that tell browsers to be careful (spec S1, "Headers"; ASVS 5.0 V3.4).
public enum SecurityFields {
    /// For every answer of the server, answers from memory and refusals of the parser included.
    /// A page has a policy of its own, which takes this one's place.
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

    /// Adds what the endpoint did not set itself.
    ///
    /// `same-origin` rather than `no-referrer`: with the latter a browser posts our own forms with
    /// `Origin: null` (Fetch standard, "append a request `Origin` header"). HSTS is sent only where TLS is.
    static func add(to response: inout Response, isSecure: Bool) {
        var wanted = [
            ("Content-Security-Policy", apiPolicy), ("Referrer-Policy", "same-origin"),
            ("Cross-Origin-Opener-Policy", "same-origin"),
        ]
        if isSecure { wanted.append(("Strict-Transport-Security", "max-age=31536000")) }
        if case .representation = response.content {} else { wanted.append(("Cache-Control", "no-store")) }
        for (name, value) in wanted where response.fields[name] == nil { response.fields[name] = value }
    }
}
