import Glibc

/// The grammar of HTTP, read as simply as possible and without the server's code: slow oracles for the properties. Each
/// function cites the same rule as the code that it checks.
enum NaiveGrammar {
    static let digits = Set("0123456789".utf8)
    static let letters = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    static let hexadecimal = Set("0123456789abcdefABCDEF".utf8)
    /// RFC 9110 §5.6.2.
    static let token = digits.union(letters).union("!#$%&'*+-.^_`|~".utf8)
    /// RFC 3986 §3.3, and characters that browsers send unencoded.
    static let path = digits.union(letters).union("-._~!$&'()*+,;=:@/[]^|%".utf8)
    /// RFC 3986 §3.4, and characters that browsers send unencoded.
    static let query = Set((0x21...0x7E).map(UInt8.init)).subtracting("\"#<>".utf8)

    static func lowered(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        bytes.map { letters.contains($0) ? $0 | 0x20 : $0 }
    }

    static func isSame(_ bytes: some Sequence<UInt8>, _ text: String) -> Bool {
        lowered(bytes) == Array(text.utf8)
    }

    static func trimmed(_ bytes: some Collection<UInt8>) -> [UInt8] {
        Array(Array(bytes.drop { $0 == 0x20 || $0 == 0x09 }.reversed()).drop { $0 == 0x20 || $0 == 0x09 }.reversed())
    }

    /// Returns the elements of a comma-separated list (RFC 9110 §5.6.1).
    static func list(_ bytes: some Collection<UInt8>) -> [[UInt8]] {
        bytes.split(separator: 0x2C).map { trimmed($0) }.filter { !$0.isEmpty }
    }

    /// Returns a number of decimal digits, at most `Int.max`; `nil` if there are no digits or other characters.
    static func number(_ bytes: some Collection<UInt8>) -> (value: Int, fits: Bool)? {
        guard !bytes.isEmpty, bytes.allSatisfy(digits.contains) else { return nil }
        let significant = bytes.drop { $0 == 0x30 }
        guard significant.count <= 19, let value = Int(significant.isEmpty ? "0" : text(significant)) else {
            return (.max, false)
        }
        return (value, true)
    }

    static func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    /// `uri-host [ ":" port ]` with the restrictions of HTTP's `Authority`.
    static func isAuthority(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        if rest.first == UInt8(ascii: "[") {
            guard let close = rest.firstIndex(of: UInt8(ascii: "]")) else { return false }
            guard isIPv6(rest[1..<close]) else { return false }
            rest = rest[(close + 1)...]
        } else {
            let host = rest.prefix { $0 != UInt8(ascii: ":") }
            guard (1...255).contains(host.count),
                host.allSatisfy({ digits.contains($0) || letters.contains($0) || "-._~".utf8.contains($0) })
            else { return false }
            rest = rest.dropFirst(host.count)
        }
        return isPort(rest)
    }

    /// Uses the C library (inet_pton(3)).
    private static func isIPv6(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard !bytes.contains(0) else { return false }
        var address = in6_addr()
        return (bytes + [0]).withUnsafeBytes {
            inet_pton(AF_INET6, $0.bindMemory(to: CChar.self).baseAddress, &address) == 1
        }
    }

    /// Returns whether the bytes are empty, or a colon and at most five digits up to 65535.
    static func isPort(_ bytes: some Collection<UInt8>) -> Bool {
        guard let colon = bytes.first else { return true }
        let port = bytes.dropFirst()
        guard colon == UInt8(ascii: ":"), port.count <= 5 else { return false }
        return port.isEmpty || (number(port).map { $0.value <= 65_535 } ?? false)
    }

    /// Returns the end of the path of an origin-form target (RFC 9112 §3.2.1).
    static func pathEnd(_ target: [UInt8]) -> Int? {
        let end = target.firstIndex(of: UInt8(ascii: "?")) ?? target.count
        for (index, byte) in target[..<end].enumerated() {
            guard path.contains(byte) else { return nil }
            guard byte == UInt8(ascii: "%") else { continue }
            let escape = target[..<end].dropFirst(index + 1).prefix(2)
            guard escape.count == 2, escape.allSatisfy(hexadecimal.contains), text(escape) != "00" else { return nil }
        }
        return target.dropFirst(end + 1).allSatisfy(query.contains) ? end : nil
    }
}
