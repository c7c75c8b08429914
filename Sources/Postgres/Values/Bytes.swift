/// The hex form of `bytea` (PostgreSQL §8.4.1): `\x` and two digits per byte.
enum Bytes {
    static let type: UInt32 = 17

    static func hex(_ bytes: [UInt8]) -> [UInt8] {
        let digits: StaticString = "0123456789abcdef"
        return [UInt8](unsafeUninitializedCapacity: 2 + bytes.count * 2) { buffer, count in
            buffer.initializeElement(at: 0, to: UInt8(ascii: "\\"))
            buffer.initializeElement(at: 1, to: UInt8(ascii: "x"))
            count = 2
            for byte in bytes {
                buffer.initializeElement(at: count, to: digits.utf8Start[Int(byte >> 4)])
                buffer.initializeElement(at: count + 1, to: digits.utf8Start[Int(byte & 15)])
                count += 2
            }
        }
    }

    /// Reads the hex form, which is the server's default since version 9.0; `nil` for any other form.
    static func bytes(hex text: Span<UInt8>) -> [UInt8]? {
        guard text.count >= 2, text.count.isMultiple(of: 2), text[0] == UInt8(ascii: "\\"),
            text[1] == UInt8(ascii: "x")
        else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 2 - 1)
        var index = 2
        while index < text.count {
            guard let high = nibble(text[index]), let low = nibble(text[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
            index += 2
        }
        return bytes
    }

    private static func nibble(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
