/// The bytes named in the grammar of HTTP.
enum ASCII {
    static var tab: UInt8 { 0x09 }
    static var lineFeed: UInt8 { 0x0A }
    static var carriageReturn: UInt8 { 0x0D }
    static var space: UInt8 { 0x20 }
    static var quote: UInt8 { 0x22 }
    static var percent: UInt8 { 0x25 }
    static var asterisk: UInt8 { 0x2A }
    static var comma: UInt8 { 0x2C }
    static var hyphen: UInt8 { 0x2D }
    static var dot: UInt8 { 0x2E }
    static var slash: UInt8 { 0x2F }
    static var zero: UInt8 { 0x30 }
    static var colon: UInt8 { 0x3A }
    static var semicolon: UInt8 { 0x3B }
    static var equals: UInt8 { 0x3D }
    static var question: UInt8 { 0x3F }
    static var leftBracket: UInt8 { 0x5B }
    static var backslash: UInt8 { 0x5C }
    static var rightBracket: UInt8 { 0x5D }
    static var delete: UInt8 { 0x7F }

    @inline(__always)
    static func isDigit(_ byte: UInt8) -> Bool { byte &- zero < 10 }

    @inline(__always)
    static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }

    /// Returns an ASCII letter in lower case, and any other byte unchanged.
    @inline(__always)
    static func lowered(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

    /// Returns the value of an ASCII hexadecimal digit; `nil` for any other byte.
    @inline(__always)
    static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }

    /// Returns whether a field value may contain the byte: VCHAR, obs-text, SP and HTAB (RFC 9110 §5.5). A request with another byte is refused,
    /// since a proxy in front may have interpreted the byte differently.
    @inline(__always)
    static func isFieldContent(_ byte: UInt8) -> Bool {
        (byte >= space && byte != delete) || byte == tab
    }
}

/// A set of ASCII bytes, with one bit for each byte.
struct ASCIISet {
    let low: UInt64
    let high: UInt64

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        guard byte < 128 else { return false }
        let word = byte < 64 ? low : high
        return (word &>> UInt64(byte & 63)) & 1 == 1
    }

    @inline(__always)
    func containsAll(_ bytes: Bytes) -> Bool {
        for byte in bytes where !contains(byte) { return false }
        return true
    }

    /// The bytes allowed in a token: tchar (RFC 9110 §5.6.2).
    static var token: ASCIISet { ASCIISet(low: 0x03ff_6cfa_0000_0000, high: 0x57ff_ffff_c7ff_fffe) }

    /// The bytes allowed in a path: pchar and "/" (RFC 3986 §3.3), and "[", "]", "^" and "|", which browsers send unescaped.
    static var path: ASCIISet { ASCIISet(low: 0x2fff_fff2_0000_0000, high: 0x57ff_fffe_efff_ffff) }

    /// The bytes allowed in a query: visible ASCII except `"`, `#`, `<` and `>`, which browsers escape there.
    static var query: ASCIISet { ASCIISet(low: 0xafff_fff2_0000_0000, high: 0x7fff_ffff_ffff_ffff) }

    /// The bytes allowed in a registered name: unreserved characters. RFC 3986 §3.2.2 allows more, which DNS names do not contain.
    static var hostName: ASCIISet { ASCIISet(low: 0x03ff_6000_0000_0000, high: 0x47ff_fffe_87ff_fffe) }
}
