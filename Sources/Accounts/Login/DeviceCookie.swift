import HTTP
import Web

/// The cookie by which an account recognises a browser from which it has signed in before. The cookie outlasts the session, and the next sign-in
/// sends it again.
enum DeviceCookie {
    /// The name of the cookie without the prefix `__Host-`.
    private static let name = "device"

    /// Returns the `Set-Cookie` field that stores the secret for a year.
    static func field(_ device: SecretKey, isSecure: Bool) -> String {
        SetCookie(name, device.text, maxAge: Int(KnownDeviceStore.lifetime), isSecure: isSecure).field
    }

    /// Returns the secret that the browser sends, or `nil` if there is none.
    static func secret(in request: Request, isSecure: Bool) -> SecretKey? {
        request.cookies[SetCookie.name(name, isSecure: isSecure)].flatMap(SecretKey.init)
    }
}
