import HTTP
import Web

/// The cookie of a browser session. It has no `Max-Age`, so the browser deletes it when it closes; it becomes useless earlier if
/// the session ends.
enum SessionCookie {
    /// The `Set-Cookie` field that sets the session cookie.
    static func field(_ secret: SecretKey, isSecure: Bool) -> String {
        SetCookie(Request.sessionCookie, secret.text, maxAge: nil, isSecure: isSecure).field
    }

    /// The `Set-Cookie` field that removes the session cookie.
    static func none(isSecure: Bool) -> String {
        SetCookie(Request.sessionCookie, "", maxAge: 0, isSecure: isSecure).field
    }
}
