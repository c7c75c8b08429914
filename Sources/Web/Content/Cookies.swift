import HTTP

/// The cookies of a request (RFC 6265 §4.2.1), read strictly: a pair that is not `name=value` is not there.
/// Spec S1.12.
public struct Cookies: Sendable {
    private var pairs: [(name: Substring, value: Substring)] = []

    init(_ lines: [String]) {
        for pair in lines.flatMap({ $0.split(separator: ";") }) {
            let pair = ASCII.trimmed(pair)
            guard let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let value = pair[pair.utf8.index(after: equals)...]
            guard value.utf8.allSatisfy(Self.isValueByte) else { continue }
            pairs.append((name: pair[..<equals], value: value))
        }
    }

    /// The value of the one cookie of this name. Two of a name give `nil`: another host of the domain may
    /// have set the second, and which one it was cannot be known.
    public subscript(_ name: String) -> String? {
        let found = pairs.filter { $0.name.utf8.elementsEqual(name.utf8) }
        return found.count == 1 ? String(found[0].value) : nil
    }

    /// RFC 6265 §4.1.1, cookie-octet.
    private static func isValueByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21, 0x23...0x2B, 0x2D...0x3A, 0x3C...0x5B, 0x5D...0x7E: true
        default: false
        }
    }
}

/// A cookie to set: `HttpOnly`, `SameSite=Strict`, `Path=/`, and with TLS `Secure` and the prefix `__Host-`,
/// which browsers accept only so (RFC 6265bis §4.1.3; spec Decided 17).
public struct SetCookie: Sendable, Hashable {
    /// The value of a `Set-Cookie` field.
    public let field: String

    /// - Parameters:
    ///   - name: a token, without prefix.
    ///   - value: cookie-octets, such as base64url.
    ///   - maxAge: in seconds; 0 removes the cookie, `nil` keeps it until the browser closes.
    public init(_ name: String, _ value: String, maxAge: Int?, isSecure: Bool) {
        var field = "\(Self.name(name, isSecure: isSecure))=\(value); Path=/; HttpOnly; SameSite=Strict"
        if let maxAge { field += "; Max-Age=\(maxAge)" }
        if isSecure { field += "; Secure" }
        self.field = field
    }

    /// The name under which the cookie travels.
    public static func name(_ name: String, isSecure: Bool) -> String { isSecure ? "__Host-" + name : name }
}

extension Request {
    /// The cookies sent with the request.
    public var cookies: Cookies { Cookies(fields.values(of: "Cookie")) }
}
