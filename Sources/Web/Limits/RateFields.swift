import HTTP

/// The header fields that inform a client about a rate limit: `RateLimit-Policy` and `RateLimit` of "RateLimit header fields for HTTP"
/// (draft-ietf-httpapi-ratelimit-headers-10). Their values are lists of Structured Fields (RFC 9651).
///
/// `q` is the burst and `w` the number of seconds in which an empty bucket fills. `r` is the remaining quota. `t` is the number of seconds until the
/// quota suffices for a refused request, or grows by one otherwise; in a 429 response, `t` equals `Retry-After`. The unit is one read (`RateLimit`).
enum RateFields {
    /// Returns the fields that describe a limit and the result of a request.
    ///
    /// - Parameter policy: the name of the limit, such as "address"; lower-case letters only.
    static func fields(policy: StaticString, _ limit: RateLimit, _ decision: TokenBucket.Decision) -> Fields {
        [
            "RateLimit-Policy": "\"\(policy)\";q=\(limit.burst);w=\(limit.window)",
            "RateLimit": "\"\(policy)\";r=\(decision.remaining);t=\(decision.wait)",
        ]
    }
}
