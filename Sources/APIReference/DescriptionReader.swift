/// Reads JSON (RFC 8259) into a `DescriptionTree`. For the document that was compiled in, not for content from outside: depth and
/// size have no limit. Cost: linear in the text.
struct DescriptionReader {
    /// What is wrong, and at which byte.
    struct Fault: Error, Hashable {
        let expected: String
        let offset: Int
    }

    private let bytes: [UInt8]
    private var index = 0

    static func read(_ bytes: [UInt8]) throws(Fault) -> DescriptionTree {
        var reader = DescriptionReader(bytes: bytes)
        let value = try reader.value()
        guard reader.next() == nil else { throw reader.fault("the end") }
        return value
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func value() throws(Fault) -> DescriptionTree {
        switch next() {
        case UInt8(ascii: "{"): return .object(try object())
        case UInt8(ascii: "["): return .array(try array())
        case UInt8(ascii: "\""): return .string(try string())
        case nil: throw fault("a value")
        default: return try word()
        }
    }

    private mutating func object() throws(Fault) -> [DescriptionTree.Member] {
        index += 1
        var members: [DescriptionTree.Member] = []
        if skip(UInt8(ascii: "}")) { return members }
        repeat {
            guard next() == UInt8(ascii: "\"") else { throw fault("a name in quotes") }
            let name = try string()
            guard skip(UInt8(ascii: ":")) else { throw fault("a colon") }
            members.append(.init(name: name, value: try value()))
        } while skip(UInt8(ascii: ","))
        guard skip(UInt8(ascii: "}")) else { throw fault("a comma or a closing brace") }
        return members
    }

    private mutating func array() throws(Fault) -> [DescriptionTree] {
        index += 1
        var elements: [DescriptionTree] = []
        if skip(UInt8(ascii: "]")) { return elements }
        repeat { elements.append(try value()) } while skip(UInt8(ascii: ","))
        guard skip(UInt8(ascii: "]")) else { throw fault("a comma or a closing bracket") }
        return elements
    }

    private mutating func string() throws(Fault) -> String {
        index += 1
        var text: [UInt8] = []
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): text += try escape()
            default: text.append(byte)
            }
        }
        throw fault("a closing quotation mark")
    }

    private mutating func escape() throws(Fault) -> [UInt8] {
        guard index < bytes.count else { throw fault("an escape") }
        let byte = bytes[index]
        index += 1
        switch byte {
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "u"):
            let digits = String(decoding: bytes[index..<min(index + 4, bytes.count)], as: UTF8.self)
            guard digits.utf8.count == 4, let number = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(number)
            else { throw fault("four hexadecimal digits of a character") }
            index += 4
            return Array(String(Character(scalar)).utf8)
        default: throw fault("an escape")
        }
    }

    private mutating func word() throws(Fault) -> DescriptionTree {
        let start = index
        while index < bytes.count, !Self.isBoundary(bytes[index]) { index += 1 }
        let word = String(decoding: bytes[start..<index], as: UTF8.self)
        switch word {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        default:
            guard Double(word) != nil else { throw Fault(expected: "a value", offset: start) }
            return .number(word)
        }
    }

    private static func isBoundary(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
    }

    /// The next byte that is no white space.
    private mutating func next() -> UInt8? {
        while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
        return index < bytes.count ? bytes[index] : nil
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard next() == byte else { return false }
        index += 1
        return true
    }

    private func fault(_ expected: String) -> Fault { Fault(expected: expected, offset: index) }
}
