/// The content security policies of the pages of this module.
enum AudiencePolicy {
    /// Returns the policy of the audience page, which has a service worker and a manifest (spec S1.14).
    static func page(nonce: String) -> String {
        policy(nonce, "script-src 'nonce-\(nonce)'", "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'")
    }

    /// Returns the policy of the poster page, which has no script.
    static func poster(nonce: String) -> String { policy(nonce) }

    private static func policy(_ nonce: String, _ more: String...) -> String {
        let common = ["default-src 'none'", "style-src 'nonce-\(nonce)'", "img-src 'self' data:"]
        let last = ["form-action 'none'", "frame-ancestors 'none'", "base-uri 'none'"]
        return (common + more + last).joined(separator: "; ")
    }
}
