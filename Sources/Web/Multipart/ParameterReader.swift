/// A reader of the parameters of a field value, `*( OWS ";" OWS token "=" ( token / quoted-string ) )` (RFC 9110 §5.6.6).
///
/// A backslash in a quoted string is refused: browsers send it as itself, but in RFC 9110 it begins an escape.
struct ParameterReader {
    private var rest: ArraySlice<UInt8>

    /// Creates a reader of a field value from the first semicolon on.
    init(_ bytes: some Sequence<UInt8>) { rest = Array(bytes)[...] }

    /// Whether all parameters have been read. `false` after `next()` has returned `nil` means a syntax error.
    var isAtEnd: Bool { rest.isEmpty }

    /// Returns the next parameter, with the name in lower case, or `nil` at the end and at a syntax error.
    mutating func next() -> (name: String, value: [UInt8])? {
        let start = rest
        skipBlanks()
        if rest.isEmpty { return nil }
        guard skip(UInt8(ascii: ";")) else { return failed(at: start) }
        skipBlanks()
        let name = rest.prefix(while: Self.isTokenByte)
        rest = rest[name.endIndex...]
        guard !name.isEmpty, skip(UInt8(ascii: "=")) else { return failed(at: start) }
        let value: ArraySlice<UInt8>
        if skip(UInt8(ascii: "\"")) {
            value = rest.prefix { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
            rest = rest[value.endIndex...]
            guard skip(UInt8(ascii: "\"")) else { return failed(at: start) }
        } else {
            value = rest.prefix(while: Self.isTokenByte)
            rest = rest[value.endIndex...]
            guard !value.isEmpty else { return failed(at: start) }
        }
        return (ASCII.lowered(String(decoding: name, as: UTF8.self)), Array(value))
    }

    /// Returns whether a byte is a tchar (RFC 9110 §5.6.2).
    static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    /// Restores the position, so that `isAtEnd` is `false`.
    private mutating func failed(at start: ArraySlice<UInt8>) -> (name: String, value: [UInt8])? {
        rest = start
        return nil
    }

    private mutating func skipBlanks() {
        while let first = rest.first, first == 0x20 || first == 0x09 { rest.removeFirst() }
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard rest.first == byte else { return false }
        rest.removeFirst()
        return true
    }
}
