/// Reads a JSON text (RFC 8259, held to RFC 7493's I-JSON): one reading only.
///
/// Foundation's decoder takes the last of two equal names, has no cap on numbers and nests 512 deep, so that
/// a text may mean one thing here and another in a proxy (spec S1.19). The depth is capped, so it recurses.
struct JSONParser {
    /// Objects and arrays within each other.
    static let depthLimit = 32
    /// Bytes of one number.
    static let numberLimit = 40

    private let bytes: [UInt8]
    private var index = 0

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Throws 400 with the place of the first fault.
    static func parse(_ bytes: [UInt8]) throws(APIError) -> JSON {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw APIError(.badRequest, code: "bad-json", "the content is not valid UTF-8; send JSON in UTF-8")
        }
        var parser = JSONParser(bytes)
        let value = try parser.value(depth: 0)
        guard parser.next() == nil else { throw parser.fault("nothing may follow the value") }
        return value
    }

    private mutating func value(depth: Int) throws(APIError) -> JSON {
        switch next() {
        case UInt8(ascii: "{"): return try object(depth: depth + 1)
        case UInt8(ascii: "["): return try array(depth: depth + 1)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"):
            try literal("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try literal("false")
            return .bool(false)
        case UInt8(ascii: "n"):
            try literal("null")
            return .null
        default: return .number(try number())
        }
    }

    private mutating func object(depth: Int) throws(APIError) -> JSON {
        guard depth <= Self.depthLimit else { throw fault("values nest deeper than \(Self.depthLimit) levels") }
        index += 1
        var members: [String: JSON] = [:]
        if skip(UInt8(ascii: "}")) { return .object(members) }
        repeat {
            guard next() == UInt8(ascii: "\"") else { throw fault("a name in quotes is missing") }
            let name = try string()
            guard members[name] == nil else { throw fault("a name occurs twice in one object") }
            guard skip(UInt8(ascii: ":")) else { throw fault("a colon is missing") }
            members[name] = try value(depth: depth)
        } while skip(UInt8(ascii: ","))
        guard skip(UInt8(ascii: "}")) else { throw fault("a comma or a closing brace is missing") }
        return .object(members)
    }

    private mutating func array(depth: Int) throws(APIError) -> JSON {
        guard depth <= Self.depthLimit else { throw fault("values nest deeper than \(Self.depthLimit) levels") }
        index += 1
        var elements: [JSON] = []
        if skip(UInt8(ascii: "]")) { return .array(elements) }
        repeat { elements.append(try value(depth: depth)) } while skip(UInt8(ascii: ","))
        guard skip(UInt8(ascii: "]")) else { throw fault("a comma or a closing bracket is missing") }
        return .array(elements)
    }

    private mutating func literal(_ word: StaticString) throws(APIError) {
        let end = index + word.utf8CodeUnitCount
        guard end <= bytes.count, bytes[index..<end].elementsEqual(word.description.utf8) else {
            throw fault("a value without quotes is not true, false, null or a number")
        }
        index = end
    }

    private mutating func number() throws(APIError) -> String {
        let start = index
        if peek == UInt8(ascii: "-") { index += 1 }
        if peek == UInt8(ascii: "0") { index += 1 } else { try digits() }
        if peek == UInt8(ascii: ".") {
            index += 1
            try digits()
        }
        if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
            index += 1
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { index += 1 }
            try digits()
        }
        guard index - start <= Self.numberLimit else {
            throw fault("a number has more than \(Self.numberLimit) characters")
        }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func digits() throws(APIError) {
        let start = index
        while let byte = peek, byte >= 0x30, byte <= 0x39 { index += 1 }
        guard index > start else { throw fault("a value or a digit is missing") }
    }

    /// What is meant by a string, escapes resolved: two names that differ only in spelling are equal.
    private mutating func string() throws(APIError) -> String {
        index += 1
        var meant: [UInt8] = []
        while let byte = peek {
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: meant, as: UTF8.self)
            case UInt8(ascii: "\\"): meant += try escape()
            case 0..<0x20: throw fault("a string contains an unescaped control character")
            default: meant.append(byte)
            }
        }
        throw fault("a string has no closing quote")
    }

    private mutating func escape() throws(APIError) -> [UInt8] {
        guard let byte = peek else { throw fault("a string has no closing quote") }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"): return Array(String(Character(try scalar())).utf8)
        default: throw fault("only \", \\, /, b, f, n, r, t or u may follow a backslash")
        }
    }

    /// The scalar after "\u": one code unit or a surrogate pair, never half of one.
    private mutating func scalar() throws(APIError) -> Unicode.Scalar {
        let unit = try codeUnit()
        guard unit != 0 else { throw fault("the character U+0000 is not accepted") }
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard unit < 0xDC00, peek == UInt8(ascii: "\\") else { throw fault("an escape is half of a surrogate pair") }
        index += 1
        guard peek == UInt8(ascii: "u") else { throw fault("an escape is half of a surrogate pair") }
        index += 1
        let low = try codeUnit()
        guard low >= 0xDC00, low < 0xE000,
            let scalar = Unicode.Scalar(0x10000 + UInt32(unit - 0xD800) << 10 + UInt32(low - 0xDC00))
        else { throw fault("an escape is half of a surrogate pair") }
        return scalar
    }

    private mutating func codeUnit() throws(APIError) -> UInt16 {
        guard index + 4 <= bytes.count, let digits = PercentEncoding.digits(bytes[index..<index + 4]) else {
            throw fault("an escape needs four hexadecimal digits")
        }
        index += 4
        return digits
    }

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// The next byte that is not white space, which is skipped.
    private mutating func next() -> UInt8? {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
        return peek
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard next() == byte else { return false }
        index += 1
        return true
    }

    private func fault(_ reason: String) -> APIError {
        APIError(.badRequest, code: "bad-json", "the content cannot be read as JSON: at byte \(index), \(reason)")
    }
}
