import HTTP
import Web

/// The cookie by which a browser is known to the account that last logged in from it. It stays when the session ends:
/// that is when it is needed.
enum DeviceCookie {
    /// Without its prefix.
    private static let name = "device"

    /// The `Set-Cookie` field that keeps the secret for a year.
    static func field(_ device: SecretKey, isSecure: Bool) -> String {
        SetCookie(name, device.text, maxAge: Int(KnownDeviceStore.lifetime), isSecure: isSecure).field
    }

    /// What the browser says it is, where it says so.
    static func secret(in request: Request, isSecure: Bool) -> SecretKey? {
        request.cookies[SetCookie.name(name, isSecure: isSecure)].flatMap(SecretKey.init)
    }
}
