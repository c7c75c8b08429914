import HTTP

/// The security fields of responses (spec S1.14; ASVS 5.0 V3.4).
public enum SecurityFields {
    /// The fields for every response, including responses from memory and refusals by the parser. Each event loop prepares the bytes of
    /// these fields. A page replaces the content security policy with its own.
    ///
    /// The referrer policy is not `no-referrer`, because browsers would then send this site's forms with `Origin: null` (Fetch
    /// standard, "append a request `Origin` header").
    public static let server: Fields = [
        "X-Content-Type-Options": "nosniff", "Content-Security-Policy": apiPolicy, "Referrer-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
    ]

    /// The policy for responses that are not pages: no scripts and no framing, even if opened in a tab.
    static let apiPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

    /// The policy for audio: a browser that opens the address of audio shows a media element of its own, which reads the audio from this server.
    static let audioPolicy = apiPolicy + "; media-src 'self'"

    /// Returns the policy for pages. Styles and scripts need the nonce. By default, pictures, media, requests and forms are allowed from and to this
    /// server only, pictures also as `data:` URLs.
    ///
    /// - Parameters:
    ///   - formTarget: a URL on another site to which a form redirects. Only its origin is added to `form-action`; an invalid URL is ignored.
    ///   - playsOtherSites: whether `media-src` allows all sites. Programmers enter the addresses of streams at any time, and the policy of an open
    ///     page cannot change.
    static func pagePolicy(nonce: String, formTarget: String? = nil, playsOtherSites: Bool = false) -> String {
        let target = formTarget.flatMap(origin).map { " " + $0 } ?? ""
        let media = playsOtherSites ? " https: http:" : ""
        return """
            default-src 'none'; style-src 'nonce-\(nonce)'; script-src 'nonce-\(nonce)'; img-src 'self' data:; \
            media-src 'self'\(media); connect-src 'self'; form-action 'self'\(target); frame-ancestors 'none'; base-uri 'none'
            """
    }

    /// Returns the scheme, host and port of a URL, or `nil` if the URL is not valid or one of the three parts contains a character that could change
    /// the policy.
    private static func origin(of address: String) -> String? {
        guard WebAddress.isValid(address) else { return nil }
        let origin = address.split(separator: "/", omittingEmptySubsequences: false).prefix(3).joined(separator: "/")
        let isPlain = origin.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || ":/.-[]".utf8.contains($0)
        }
        return isPlain ? origin : nil
    }

    /// Adds `Strict-Transport-Security` (RFC 6797) for TLS connections, and `Cache-Control: no-store` unless the content is a representation. Fields
    /// that the endpoint has set are kept. The event loops add the fields of `server`.
    static func add(to response: inout Response, isSecure: Bool) {
        if isSecure { add("Strict-Transport-Security", "max-age=31536000", to: &response) }
        if case .representation = response.content {} else { add("Cache-Control", "no-store", to: &response) }
    }

    private static func add(_ name: String, _ value: String, to response: inout Response) {
        if response.fields[name] == nil { response.fields.append(name, value) }
    }
}

extension Response {
    /// Returns a response with audio that caches must not store. The audio can be opened in a tab of a browser.
    public static func audio(_ content: StreamedContent, mediaType: String) -> Response {
        Response(
            fields: [
                "Content-Type": mediaType, "Cache-Control": "no-store",
                "Content-Security-Policy": SecurityFields.audioPolicy,
            ], content: .stream(content))
    }
}
