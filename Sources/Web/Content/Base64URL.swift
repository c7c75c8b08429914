/// Base64url (RFC 4648 §5) without padding, for URLs, cookies and header fields.
public enum Base64URL {
    /// Returns the base64url text of bytes.
    public static func text(of bytes: some Sequence<UInt8>) -> String {
        var characters: [UInt8] = []
        var bits: UInt32 = 0
        var waiting: UInt32 = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            waiting += 8
            while waiting >= 6 {
                waiting -= 6
                characters.append(alphabet[Int(bits >> waiting & 63)])
            }
        }
        if waiting > 0 { characters.append(alphabet[Int(bits << (6 - waiting) & 63)]) }
        return String(decoding: characters, as: UTF8.self)
    }

    /// Decodes a text. Returns `nil` unless `text(of:)` would produce exactly this text, so that no two texts decode to the same bytes.
    public static func bytes(of text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count * 3 / 4)
        var bits: UInt32 = 0
        var waiting: UInt32 = 0
        for character in text.utf8 {
            guard let value = value(of: character) else { return nil }
            bits = bits << 6 | value
            waiting += 6
            if waiting >= 8 {
                waiting -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> waiting))
            }
        }
        // One remaining character is less than a byte. Bits after the last byte must be zero, so that only one text decodes to these bytes.
        guard waiting < 6, bits & (1 << waiting - 1) == 0 else { return nil }
        return bytes
    }

    /// Returns whether a byte is a character of the base64url alphabet.
    public static func isDigit(_ byte: UInt8) -> Bool { value(of: byte) != nil }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    private static func value(of character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
