import HTTP

/// The security fields of responses (spec S1.14; ASVS 5.0 V3.4).
public enum SecurityFields {
    /// The fields for every response, added by the event loops. Pages and audio replace the content security policy with their own.
    ///
    /// The referrer policy is not `no-referrer`, because forms would have `Origin: null` (Fetch standard, "append a request `Origin` header").
    public static let server: Fields = [
        "X-Content-Type-Options": "nosniff", "Content-Security-Policy": apiPolicy, "Referrer-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
    ]

    /// The policy for responses that are neither pages nor audio: they load no content and cannot be framed.
    static let apiPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

    /// The policy for audio. A browser that opens the audio's address in a tab shows a media element, which loads the audio from this server.
    static let audioPolicy = apiPolicy + "; media-src 'self'"

    /// Returns the policy for pages. Styles and scripts need the nonce. Pictures, media, requests and forms are limited to this server, but pictures
    /// may also be `data:` URLs.
    ///
    /// - Parameters:
    ///   - formTarget: a URL on another site to which a form redirects; an invalid URL is ignored.
    ///   - playsOtherSites: whether media may come from all sites, because the page may receive the URL of another stream while it is open.
    static func pagePolicy(nonce: String, formTarget: String? = nil, playsOtherSites: Bool = false) -> String {
        let target = formTarget.flatMap(origin).map { " " + $0 } ?? ""
        let media = playsOtherSites ? " https: http:" : ""
        return """
            default-src 'none'; style-src 'nonce-\(nonce)'; script-src 'nonce-\(nonce)'; img-src 'self' data:; \
            media-src 'self'\(media); connect-src 'self'; form-action 'self'\(target); frame-ancestors 'none'; base-uri 'none'
            """
    }

    /// Returns the origin of a URL; `nil` for an invalid URL, or if the origin contains a character that could change the policy.
    private static func origin(of address: String) -> String? {
        guard WebAddress.isValid(address) else { return nil }
        let origin = address.split(separator: "/", omittingEmptySubsequences: false).prefix(3).joined(separator: "/")
        let isPlain = origin.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || ":/.-[]".utf8.contains($0)
        }
        return isPlain ? origin : nil
    }

    /// Adds, unless set, `Strict-Transport-Security` (RFC 6797) for TLS and `Cache-Control: no-store` for content that is not a representation.
    static func add(to response: inout Response, isSecure: Bool) {
        if isSecure { add("Strict-Transport-Security", "max-age=31536000", to: &response) }
        if case .representation = response.content {} else { add("Cache-Control", "no-store", to: &response) }
    }

    private static func add(_ name: String, _ value: String, to response: inout Response) {
        if response.fields[name] == nil { response.fields.append(name, value) }
    }
}

extension Response {
    /// Returns a response with audio that caches must not store.
    public static func audio(_ content: StreamedContent, mediaType: String) -> Response {
        Response(
            fields: [
                "Content-Type": mediaType, "Cache-Control": "no-store",
                "Content-Security-Policy": SecurityFields.audioPolicy,
            ], content: .stream(content))
    }
}
