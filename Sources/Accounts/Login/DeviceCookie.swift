import HTTP
import Web

/// The cookie that identifies a browser to the account that last signed in from it. It remains after the session ends, for the next
/// sign-in.
enum DeviceCookie {
    /// The name without the prefix `__Host-`.
    private static let name = "device"

    /// The `Set-Cookie` field that stores the secret for a year.
    static func field(_ device: SecretKey, isSecure: Bool) -> String {
        SetCookie(name, device.text, maxAge: Int(KnownDeviceStore.lifetime), isSecure: isSecure).field
    }

    /// The secret that the browser sends, or `nil`.
    static func secret(in request: Request, isSecure: Bool) -> SecretKey? {
        request.cookies[SetCookie.name(name, isSecure: isSecure)].flatMap(SecretKey.init)
    }
}
