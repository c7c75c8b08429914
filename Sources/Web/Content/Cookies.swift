import HTTP

/// The cookies of a request (RFC 6265 §4.2.1, spec S1.12). Malformed pairs are ignored.
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

    /// The value of a cookie; `nil` if the cookie is missing or occurs more than once. Another host of the same domain can set a second cookie with
    /// the name, and the server cannot tell the two apart.
    public subscript(_ name: String) -> String? {
        let found = pairs.filter { $0.name.utf8.elementsEqual(name.utf8) }
        return found.count == 1 ? String(found[0].value) : nil
    }

    /// Returns whether a byte is a `cookie-octet` (RFC 6265 §4.1.1).
    private static func isValueByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21, 0x23...0x2B, 0x2D...0x3A, 0x3C...0x5B, 0x5D...0x7E: true
        default: false
        }
    }
}

/// A cookie to set: `HttpOnly`, `SameSite=Strict`, `Path=/`, and with TLS also `Secure` and the prefix `__Host-`. Browsers accept this prefix only
/// with `Secure` and `Path=/` and without `Domain` (RFC 6265bis §4.1.3; spec Decided 17).
public struct SetCookie: Sendable, Hashable {
    /// The value of the response field `Set-Cookie`.
    public let field: String

    /// Creates a cookie to set.
    ///
    /// - Parameters:
    ///   - name: a token, without prefix.
    ///   - value: cookie-octets, such as base64url.
    ///   - maxAge: the lifetime in seconds; 0 removes the cookie, `nil` keeps it until the browser closes.
    ///   - isSecure: whether the client uses TLS.
    public init(_ name: String, _ value: String, maxAge: Int?, isSecure: Bool) {
        var field = "\(Self.name(name, isSecure: isSecure))=\(value); Path=/; HttpOnly; SameSite=Strict"
        if let maxAge { field += "; Max-Age=\(maxAge)" }
        if isSecure { field += "; Secure" }
        self.field = field
    }

    /// Returns the name of the cookie as sent, with the prefix `__Host-` if the client uses TLS.
    public static func name(_ name: String, isSecure: Bool) -> String { isSecure ? "__Host-" + name : name }
}

extension Request {
    /// The cookies of the request. Each access parses the `Cookie` fields: O(bytes).
    public var cookies: Cookies { Cookies(fields.values(of: "Cookie")) }
}
