/// A corpus file: one input on each line, readable and comparable as text. Bytes outside printable ASCII are escaped as
/// in C ("\r", "\n", "\t", "\\", "\xFF"); a line that begins with "#" is a comment.
enum Corpus {
    struct Malformed: Error { let line: String }

    static func inputs(_ text: String) throws -> [[UInt8]] {
        try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { try unescaped($0) }
    }

    static func line(_ input: [UInt8]) -> String {
        var line = ""
        for (index, byte) in input.enumerated() {
            switch byte {
            case 0x0D: line += "\\r"
            case 0x0A: line += "\\n"
            case 0x09: line += "\\t"
            case 0x5C: line += "\\\\"
            case 0x23 where index == 0: line += "\\x23"
            // A space at the end of a line would be invisible.
            case 0x20 where index == input.count - 1: line += "\\x20"
            case 0x20...0x7E: line.unicodeScalars.append(Unicode.Scalar(byte))
            default: line += "\\x" + String(UInt16(byte) + 0x100, radix: 16, uppercase: true).dropFirst()
            }
        }
        return line
    }

    private static func unescaped(_ line: Substring) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(line.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == 0x5C else {
                bytes.append(byte)
                continue
            }
            switch rest.popFirst() {
            case UInt8(ascii: "r"): bytes.append(0x0D)
            case UInt8(ascii: "n"): bytes.append(0x0A)
            case UInt8(ascii: "t"): bytes.append(0x09)
            case 0x5C: bytes.append(0x5C)
            case UInt8(ascii: "x"):
                guard let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), rest.count >= 2
                else {
                    throw Malformed(line: String(line))
                }
                bytes.append(value)
                rest = rest.dropFirst(2)
            default: throw Malformed(line: String(line))
            }
        }
        return bytes
    }
}
