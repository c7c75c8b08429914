/// Reads a JSON text (RFC 8259) value by value, and the elements of a long array one by one: a file of any length needs
/// memory for one of them. O(bytes).
struct JSONScanner {
    /// What is no JSON, and where.
    struct Fault: Error, Sendable, Hashable {
        let line: Int
        let reason: String
    }

    /// Deeper than any real file, and shallow enough for any stack.
    private static let depthLimit = 64

    private let bytes: [UInt8]
    private let meter: ImportMeter
    private var index = 0
    private var line = 1
    /// An estimate of the bytes that the value takes which is being read.
    private var memory = 0
    private var nodes = 0

    /// What a node takes beside its characters: itself, and the room that its array keeps for more.
    private static let nodeCost = 3 * MemoryLayout<JSONNode.Member>.stride

    /// - Parameters:
    ///   - bytes: with or without a byte order mark.
    ///   - meter: whose limits hold for each value that is handed on.
    init(_ bytes: [UInt8], meter: ImportMeter = ImportMeter()) {
        self.bytes = bytes
        self.meter = meter
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    /// The whole text as one value.
    ///
    /// - Throws: `Fault`; what the meter throws.
    mutating func document() throws -> JSONNode {
        let node = try value(0)
        guard try next() == nil else { throw fault("text follows the end of the value") }
        return node
    }

    /// Hands on the elements of the array that is the text itself, or that its outermost object has by this name; other
    /// members are passed over.
    ///
    /// - Returns: whether there was such an array.
    mutating func elements(of name: String, _ body: (JSONNode, Int) throws -> Void) throws -> Bool {
        if try next() == UInt8(ascii: "[") {
            try elements(body)
            return true
        }
        guard try skip(UInt8(ascii: "{")) else { throw fault("the value is neither an object nor an array") }
        var isThere = false
        if try skip(UInt8(ascii: "}")) { return false }
        repeat {
            memory = 0
            let member = try memberName()
            if member == name, try next() == UInt8(ascii: "[") {
                isThere = true
                try elements(body)
            } else {
                _ = try value(1)
            }
        } while try skip(UInt8(ascii: ","))
        guard try skip(UInt8(ascii: "}")) else { throw fault("a comma or a closing brace is missing") }
        return isThere
    }

    private mutating func elements(_ body: (JSONNode, Int) throws -> Void) throws {
        index += 1
        if try skip(UInt8(ascii: "]")) { return }
        var position = 0
        repeat {
            memory = 0
            try body(try value(2), position)
            position += 1
        } while try skip(UInt8(ascii: ","))
        guard try skip(UInt8(ascii: "]")) else { throw fault("a comma or a closing bracket is missing") }
    }

    private mutating func value(_ depth: Int) throws -> JSONNode {
        guard depth < min(Self.depthLimit, meter.limits.depth) else {
            throw fault("values are nested more than \(min(Self.depthLimit, meter.limits.depth)) levels deep")
        }
        try take(Self.nodeCost)
        nodes += 1
        if nodes % 128 == 0 { try meter.checkpoint(line: line) }
        let first = try next()
        let start = line
        return JSONNode(value: try content(first, depth), line: start)
    }

    private mutating func take(_ size: Int) throws {
        memory += size
        guard memory <= meter.limits.memory else {
            throw ImportRefusal(message: meter.limits.memorySentence, line: line)
        }
    }

    private mutating func content(_ first: UInt8?, _ depth: Int) throws -> JSONNode.Value {
        switch first {
        case UInt8(ascii: "{"): return try object(depth)
        case UInt8(ascii: "["): return try array(depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        case .some(let byte) where byte == UInt8(ascii: "-") || (byte >= 0x30 && byte <= 0x39): return number()
        case .some: throw fault("a value is missing")
        case nil: throw fault("the file ends where a value must follow")
        }
    }

    private mutating func object(_ depth: Int) throws -> JSONNode.Value {
        index += 1
        var members: [JSONNode.Member] = []
        if try skip(UInt8(ascii: "}")) { return .object(members) }
        repeat {
            let name = try memberName()
            members.append(JSONNode.Member(name: name, node: try value(depth + 1)))
        } while try skip(UInt8(ascii: ","))
        guard try skip(UInt8(ascii: "}")) else { throw fault("a comma or a closing brace is missing") }
        return .object(members)
    }

    private mutating func memberName() throws -> String {
        guard try next() == UInt8(ascii: "\"") else { throw fault("the name of a member is missing") }
        let name = try string()
        guard try skip(UInt8(ascii: ":")) else { throw fault("a colon is missing") }
        return name
    }

    private mutating func array(_ depth: Int) throws -> JSONNode.Value {
        index += 1
        var elements: [JSONNode] = []
        if try skip(UInt8(ascii: "]")) { return .array(elements) }
        repeat { elements.append(try value(depth + 1)) } while try skip(UInt8(ascii: ","))
        guard try skip(UInt8(ascii: "]")) else { throw fault("a comma or a closing bracket is missing") }
        return .array(elements)
    }

    private mutating func literal(_ word: StaticString, _ value: JSONNode.Value) throws(Fault) -> JSONNode.Value {
        let end = index + word.utf8CodeUnitCount
        guard end <= bytes.count, bytes[index..<end].elementsEqual(word.description.utf8) else {
            throw fault("a word is not true, false or null")
        }
        index = end
        return value
    }

    private mutating func number() -> JSONNode.Value {
        let start = index
        while index < bytes.count, Self.isOfNumber(bytes[index]) { index += 1 }
        return .number(String(decoding: bytes[start..<index], as: UTF8.self))
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        (byte >= 0x30 && byte <= 0x39) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
            || byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e")
    }

    /// What a string means. Most have no escape and are taken as they lie.
    private mutating func string() throws -> String {
        index += 1
        let start = index
        let end = min(bytes.count, start + meter.limits.text + 1)
        while index < end {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") {
                index += 1
                try take(index - start)
                return try text(bytes[start..<(index - 1)])
            }
            if byte == UInt8(ascii: "\\") || byte < 0x20 { break }
            index += 1
        }
        return try escapedString(Array(bytes[start..<index]))
    }

    private mutating func escapedString(_ begun: [UInt8]) throws -> String {
        var meant = begun
        try take(begun.count)
        while index < bytes.count {
            guard meant.count <= meter.limits.text else {
                throw ImportRefusal(
                    message: "a string is longer than \(ImportLimits.size(meter.limits.text)); shorten it", line: line)
            }
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\""):
                try take(meant.count - begun.count)
                return try text(meant[...])
            case UInt8(ascii: "\\"): try escape(into: &meant)
            case 0..<0x20: throw fault("a string contains an unescaped control character")
            default: meant.append(byte)
            }
        }
        throw fault("a string does not end")
    }

    private mutating func escape(into meant: inout [UInt8]) throws(Fault) {
        guard index < bytes.count else { throw fault("a string does not end") }
        let byte = bytes[index]
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): meant.append(byte)
        case UInt8(ascii: "b"): meant.append(0x08)
        case UInt8(ascii: "f"): meant.append(0x0C)
        case UInt8(ascii: "n"): meant.append(0x0A)
        case UInt8(ascii: "r"): meant.append(0x0D)
        case UInt8(ascii: "t"): meant.append(0x09)
        case UInt8(ascii: "u"): meant += Array(String(Character(try scalar())).utf8)
        default: throw fault("a string contains an escape that JSON does not define")
        }
    }

    /// The scalar after "\u": one code unit or a surrogate pair, never half of one.
    private mutating func scalar() throws(Fault) -> Unicode.Scalar {
        let unit = try codeUnit()
        guard unit != 0 else { throw fault("a string contains U+0000, which cannot be stored") }
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard unit < 0xDC00, index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
            bytes[index + 1] == UInt8(ascii: "u")
        else { throw fault("a string contains only half of a surrogate pair") }
        index += 2
        let low = try codeUnit()
        guard low >= 0xDC00, low < 0xE000,
            let scalar = Unicode.Scalar(0x10000 + UInt32(unit - 0xD800) << 10 + UInt32(low - 0xDC00))
        else { throw fault("a string contains only half of a surrogate pair") }
        return scalar
    }

    private mutating func codeUnit() throws(Fault) -> UInt16 {
        let end = index + 4
        guard end <= bytes.count, bytes[index..<end].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let unit = UInt16(String(decoding: bytes[index..<end], as: UTF8.self), radix: 16)
        else { throw fault("an escape needs four hexadecimal digits") }
        index = end
        return unit
    }

    private func text(_ content: ArraySlice<UInt8>) throws(Fault) -> String {
        guard let text = String(validating: content, as: UTF8.self) else { throw fault("a string is not UTF-8") }
        return text
    }

    /// The next byte that is not white space, which is skipped; lines are counted here, since no value spans two but by
    /// white space.
    private mutating func next() throws(Fault) -> UInt8? {
        while index < bytes.count {
            switch bytes[index] {
            case 0x0A: line += 1
            case 0x20, 0x0D, 0x09: break
            default: return bytes[index]
            }
            index += 1
        }
        return nil
    }

    private mutating func skip(_ byte: UInt8) throws(Fault) -> Bool {
        guard try next() == byte else { return false }
        index += 1
        return true
    }

    private func fault(_ reason: String) -> Fault { Fault(line: line, reason: reason) }
}
