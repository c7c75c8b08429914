/// The rule for URLs that other programs will read: an absolute http or https URL (RFC 3986; RFC 9110 section 4.2).
///
/// Non-ASCII letters must be percent-encoded or, in the host, written in Punycode. A user name before the host is refused, because it can make one
/// host look like another (RFC 9110 section 4.2.4).
public enum WebAddress {
    /// The rule as the rest of a sentence that begins with the field's name.
    public static let rule =
        "must be a valid http:// or https:// address of at most 2000 ASCII characters, without spaces or a user name"

    private static let lengthLimit = 2000

    /// Returns whether a text follows the rule and has at most 2,000 bytes.
    public static func isValid(_ text: String) -> Bool {
        let bytes = text.utf8
        guard bytes.count <= lengthLimit, let scheme = ["http://", "https://"].first(where: { text.hasPrefix($0) })
        else {
            return false
        }
        let rest = bytes.dropFirst(scheme.utf8.count)
        let end = rest.firstIndex { delimiters.contains($0) } ?? rest.endIndex
        let fragment = rest[end...].split(separator: UInt8(ascii: "#"), omittingEmptySubsequences: false)
        return isAuthority(rest[..<end]) && fragment.count <= 2
            && fragment.allSatisfy { isPlain($0, plus: ":@/?") }
    }

    private static let delimiters = Array("/?#".utf8)

    private static func isAuthority(_ authority: Substring.UTF8View) -> Bool {
        if authority.first == UInt8(ascii: "[") {
            guard let close = authority.firstIndex(of: UInt8(ascii: "]")) else { return false }
            let host = String(authority[authority.index(after: authority.startIndex)..<close]) ?? ""
            let port = authority[authority.index(after: close)...]
            return host.contains(":") && Address(host) != nil
                && (port.isEmpty || port.first == UInt8(ascii: ":") && isPort(port.dropFirst()))
        }
        let colon = authority.firstIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
        return colon > authority.startIndex && isPlain(authority[..<colon], plus: "")
            && (colon == authority.endIndex || isPort(authority[colon...].dropFirst()))
    }

    private static func isPort(_ digits: Substring.UTF8View) -> Bool {
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(String(digits) ?? "") else {
            return false
        }
        return (1...65535).contains(port)
    }

    /// Returns whether a part has only unreserved characters, sub-delimiters, percent-encoded bytes (RFC 3986 section 2) and characters of `more`.
    private static func isPlain(_ part: Substring.UTF8View, plus more: String) -> Bool {
        PercentEncoding.decoded(part) != nil
            && part.allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || "-._~!$&'()*+,;=%".utf8.contains($0)
                    || more.utf8.contains($0)
            }
    }
}
