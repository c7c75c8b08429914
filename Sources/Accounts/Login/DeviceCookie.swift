import HTTP
import Web

/// The cookie that marks a browser as a known device of an account that has signed in on this browser. The cookie outlasts the session, so that the
/// browser sends the cookie at the next sign-in.
enum DeviceCookie {
    /// The name of the cookie for known devices, without the prefix `__Host-`.
    private static let name = "device"

    /// Returns the value of the `Set-Cookie` field that stores the secret for a year.
    static func field(_ device: SecretKey, isSecure: Bool) -> String {
        SetCookie(name, device.text, maxAge: Int(KnownDeviceStore.lifetime), isSecure: isSecure).field
    }

    /// Returns the secret that the browser sends, or `nil` if it sends no well-formed secret.
    static func secret(in request: Request, isSecure: Bool) -> SecretKey? {
        request.cookies[SetCookie.name(name, isSecure: isSecure)].flatMap(SecretKey.init)
    }
}
