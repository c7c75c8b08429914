import HTTP
import Web

/// The cookie of a browser session. The cookie has no `Max-Age`, so that browsers usually delete the cookie when they close.
enum SessionCookie {
    /// Returns the value of the `Set-Cookie` field that sets the session cookie.
    static func field(_ secret: SecretKey, isSecure: Bool) -> String {
        SetCookie(Request.sessionCookie, secret.text, maxAge: nil, isSecure: isSecure).field
    }

    /// Returns the value of the `Set-Cookie` field that removes the session cookie.
    static func none(isSecure: Bool) -> String {
        SetCookie(Request.sessionCookie, "", maxAge: 0, isSecure: isSecure).field
    }
}
