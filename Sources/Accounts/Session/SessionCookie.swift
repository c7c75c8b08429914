import HTTP
import Web

/// The cookie of a browser session, without `Max-Age`, so that browsers usually delete it when they close.
enum SessionCookie {
    /// Returns the value of `Set-Cookie` that sets the cookie.
    static func field(_ secret: SecretKey, isSecure: Bool) -> String {
        SetCookie(Request.sessionCookie, secret.text, maxAge: nil, isSecure: isSecure).field
    }

    /// Returns the value of `Set-Cookie` that removes the cookie.
    static func none(isSecure: Bool) -> String {
        SetCookie(Request.sessionCookie, "", maxAge: 0, isSecure: isSecure).field
    }
}
