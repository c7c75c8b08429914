import HTTP

/// The header fields that inform a client about a rate limit (draft-ietf-httpapi-ratelimit-headers-10), as lists of Structured Fields (RFC 9651).
///
/// `q` is the burst and `w` the number of seconds in which an empty bucket fills. `r` is the remaining quota, and `t` the number of seconds until the
/// quota suffices for a refused request, or grows by one. The unit is one read (`RateLimit`).
enum RateFields {
    /// Returns the fields for a limit and a decision. `policy` is the name of the limit, in lower-case letters.
    static func fields(policy: StaticString, _ limit: RateLimit, _ decision: TokenBucket.Decision) -> Fields {
        [
            "RateLimit-Policy": "\"\(policy)\";q=\(limit.burst);w=\(limit.window)",
            "RateLimit": "\"\(policy)\";r=\(decision.remaining);t=\(decision.wait)",
        ]
    }
}
