import HTTP

/// The fields that tell a client how it stands with a limit: `RateLimit-Policy` and `RateLimit` of "RateLimit header
/// fields for HTTP" (draft-ietf-httpapi-ratelimit-headers-10), lists of Structured Fields (RFC 9651).
///
/// `q` is the burst and `w` the seconds in which it is saved up; `r` is what is left, and `t` the seconds until there is
/// more, so that with a 429 it names the moment that `Retry-After` names. The unit is a read (`RateLimit`).
enum RateFields {
    /// - Parameter policy: "address": lower-case letters only.
    static func fields(policy: StaticString, _ limit: RateLimit, _ verdict: TokenBucket.Verdict) -> Fields {
        [
            "RateLimit-Policy": "\"\(policy)\";q=\(limit.burst);w=\(limit.window)",
            "RateLimit": "\"\(policy)\";r=\(verdict.remaining);t=\(verdict.wait)",
        ]
    }
}
