/// The escaping of strings for log lines (spec S1.22). Escaped, they cannot end the line, move a terminal's cursor or change the reading direction.
enum LogText {
    /// Appends `text` as the content of a JSON string (RFC 8259 §7). A text of more than `limit` bytes is cut and ends with "…".
    static func appendEscaped(_ text: String, limit: Int, to line: inout [UInt8]) {
        var length = 0
        for scalar in text.unicodeScalars {
            length += UTF8.width(scalar)
            guard length <= limit else {
                line.append(contentsOf: "…".utf8)
                return
            }
            switch scalar {
            case "\"": line.append(contentsOf: #"\""#.utf8)
            case "\\": line.append(contentsOf: #"\\"#.utf8)
            case "\n": line.append(contentsOf: #"\n"#.utf8)
            case "\r": line.append(contentsOf: #"\r"#.utf8)
            case "\t": line.append(contentsOf: #"\t"#.utf8)
            case let scalar where isDangerous(scalar): appendHexadecimal(scalar.value, to: &line)
            default: line.append(contentsOf: UTF8.encode(scalar).unsafelyUnwrapped)
            }
        }
    }

    /// Returns whether the scalar is a control character, a line or paragraph separator, a mark that changes the text direction, or U+FEFF.
    static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }

    /// Appends a scalar as `\u` and four digits. All escaped scalars are below U+10000.
    private static func appendHexadecimal(_ value: UInt32, to line: inout [UInt8]) {
        line.append(contentsOf: #"\u"#.utf8)
        let digits = String(value, radix: 16)
        for _ in digits.utf8.count..<4 { line.append(UInt8(ascii: "0")) }
        line.append(contentsOf: digits.utf8)
    }
}
