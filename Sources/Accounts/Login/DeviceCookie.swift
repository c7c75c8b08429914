import HTTP
import Web

/// The cookie that marks a browser as a known device of an account. It outlasts the session, so that the browser sends it at the next sign-in.
enum DeviceCookie {
    private static let name = "device"

    /// Returns the value of `Set-Cookie` that stores the secret for a year.
    static func field(_ device: SecretKey, isSecure: Bool) -> String {
        SetCookie(name, device.text, maxAge: Int(KnownDeviceStore.lifetime), isSecure: isSecure).field
    }

    /// Returns the secret that the browser sends; `nil` if the cookie is missing or malformed.
    static func secret(in request: Request, isSecure: Bool) -> SecretKey? {
        request.cookies[SetCookie.name(name, isSecure: isSecure)].flatMap(SecretKey.init)
    }
}
