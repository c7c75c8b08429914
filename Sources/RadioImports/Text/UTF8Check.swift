/// A validator of UTF-8 in pieces that may be cut anywhere.
struct UTF8Check {
    private var isRight = true
    private var rest: [UInt8] = []

    mutating func take(_ piece: [UInt8]) {
        guard isRight else { return }
        let bytes = rest.isEmpty ? piece : rest + piece
        let end = bytes.count - Self.unfinished(bytes)
        isRight = String(validating: bytes[..<end], as: UTF8.self) != nil
        rest = Array(bytes[end...])
    }

    /// Whether all bytes so far are valid UTF-8 and do not end within a character.
    var isValid: Bool { isRight && rest.isEmpty }

    /// Returns the number of bytes in an incomplete character at the end.
    private static func unfinished(_ bytes: [UInt8]) -> Int {
        for length in 1...3 where length <= bytes.count {
            let byte = bytes[bytes.count - length]
            if byte & 0xC0 == 0x80 { continue }
            let expected = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
            return expected > length ? length : 0
        }
        return 0
    }
}
