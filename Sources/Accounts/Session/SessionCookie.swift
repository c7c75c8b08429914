import HTTP
import Web

/// The cookie that a browser's session travels in. It has no age of its own: it goes when the browser closes,
/// and ends earlier when the session does.
enum SessionCookie {
    /// The `Set-Cookie` field that hands a browser its session.
    static func field(_ secret: SecretKey, isSecure: Bool) -> String {
        SetCookie(Request.sessionCookie, secret.text, maxAge: nil, isSecure: isSecure).field
    }

    /// The field that takes it away.
    static func none(isSecure: Bool) -> String {
        SetCookie(Request.sessionCookie, "", maxAge: 0, isSecure: isSecure).field
    }
}
