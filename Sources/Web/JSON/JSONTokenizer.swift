/// A tokenizer for JSON texts (RFC 8259), which checks their grammar.
///
/// It accepts UTF-8 only and refuses unpaired surrogates (RFC 7493) and U+0000, which PostgreSQL cannot store. Equal member names are left to the
/// caller. O(bytes), without recursion; besides the text, memory holds one token and the names on the token's path.
public struct JSONTokenizer: Sendable {
    /// A token.
    public enum Token: Sendable, Hashable {
        case null
        case bool(Bool)
        case number(String)
        /// A string, with escapes resolved.
        case string(String)
        case beginArray
        case endArray
        case beginObject
        /// The name of a member, with escapes resolved. The tokens of its value follow.
        case name(String)
        case endObject
    }

    /// The limits on a JSON text. The defaults are for an HTTP message, not for a file.
    public struct Limits: Sendable, Hashable {
        /// The largest nesting depth of objects and arrays.
        public var depth = 32
        /// The largest length of a number, in bytes.
        public var number = 40
        /// The largest length of a string or of a member's name, in bytes.
        public var string = Int.max
        /// Whether the text may begin with a byte order mark. Files may have the mark; messages must not (RFC 8259 §8.1).
        public var allowsByteOrderMark = false

        public init() {}
    }

    /// The first fault of a JSON text.
    public struct Fault: Error, Sendable, Hashable {
        /// The number of the line at fault, from 1.
        public let line: Int
        /// The column at fault, counted in Unicode scalars from 1.
        public let column: Int
        /// The JSON pointer of the last member or element begun before the fault (RFC 6901 §3); "" outside of objects and arrays.
        public let pointer: String
        /// The reason, as a sentence without a full stop.
        public let reason: String
        /// Whether the fault is a string longer than `Limits.string`.
        public let isLongString: Bool
    }

    private enum Expectation {
        case value, elementOrEnd, nameOrEnd, colon, commaOrEnd
    }

    private struct Level {
        let isObject: Bool
        var name = ""
        var position = 0
    }

    private let bytes: [UInt8]
    private let limits: Limits
    private var index = 0
    private var lineStart = 0
    private var levels: [Level] = []
    private var expectation = Expectation.value
    /// The line of the last token, from 1.
    public private(set) var line = 1

    public init(_ bytes: [UInt8], limits: Limits = Limits()) {
        self.bytes = bytes
        self.limits = limits
        if limits.allowsByteOrderMark, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { (index, lineStart) = (3, 3) }
    }

    /// Returns the next token, or `nil` after the end of the value. Throws a fault for a text that breaks the grammar or a limit.
    public mutating func next() throws(Fault) -> Token? {
        let first = skipSpace()
        switch expectation {
        case .value: return try value(first)
        case .elementOrEnd: return first == UInt8(ascii: "]") ? close(.endArray) : try value(first)
        case .nameOrEnd: return first == UInt8(ascii: "}") ? close(.endObject) : try name(first)
        case .colon:
            guard first == UInt8(ascii: ":") else { throw fault("a colon must follow the name of a member") }
            index += 1
            return try value(skipSpace())
        case .commaOrEnd: return try following(first)
        }
    }

    /// Returns a fault at the position after the last token, for a rule beyond the JSON grammar.
    public func fault(_ reason: String) -> Fault { fault(reason, isLongString: false) }

    private func fault(_ reason: String, isLongString: Bool) -> Fault {
        let characters = bytes[lineStart..<min(index, bytes.count)].count { $0 & 0xC0 != 0x80 }
        let pointer = levels.map { level in
            "/" + (level.isObject ? JSONPointer.escaped(level.name) : String(level.position))
        }
        return Fault(
            line: line, column: characters + 1, pointer: pointer.joined(), reason: reason, isLongString: isLongString)
    }
}

extension JSONTokenizer {
    private mutating func following(_ first: UInt8?) throws(Fault) -> Token? {
        guard let level = levels.last else {
            guard first == nil else { throw fault("only white space may follow the value") }
            return nil
        }
        if first == UInt8(ascii: ",") {
            index += 1
            levels[levels.count - 1].position += 1
            return try level.isObject ? name(skipSpace()) : value(skipSpace())
        }
        guard first == UInt8(ascii: level.isObject ? "}" : "]") else {
            throw fault("a comma or a closing \(level.isObject ? "brace" : "bracket") is missing")
        }
        return close(level.isObject ? .endObject : .endArray)
    }

    private mutating func close(_ token: Token) -> Token {
        index += 1
        levels.removeLast()
        expectation = .commaOrEnd
        return token
    }

    private mutating func name(_ first: UInt8?) throws(Fault) -> Token {
        guard first == UInt8(ascii: "\"") else { throw fault("the name of a member, in double quotes, is missing") }
        let name = try string()
        levels[levels.count - 1].name = name
        expectation = .colon
        return .name(name)
    }

    private mutating func value(_ first: UInt8?) throws(Fault) -> Token {
        switch first {
        case UInt8(ascii: "{"): return try open(.beginObject, Level(isObject: true), .nameOrEnd)
        case UInt8(ascii: "["): return try open(.beginArray, Level(isObject: false), .elementOrEnd)
        case nil: throw fault("the text ends where a value must follow")
        default: break
        }
        let token: Token
        switch first {
        case UInt8(ascii: "\""): token = .string(try string())
        case UInt8(ascii: "t"): token = try literal("true", .bool(true))
        case UInt8(ascii: "f"): token = try literal("false", .bool(false))
        case UInt8(ascii: "n"): token = try literal("null", .null)
        default: token = .number(try number())
        }
        expectation = .commaOrEnd
        return token
    }

    private mutating func open(_ token: Token, _ level: Level, _ next: Expectation) throws(Fault) -> Token {
        guard levels.count < limits.depth else {
            throw fault("objects and arrays must be nested at most \(limits.depth) levels deep")
        }
        index += 1
        levels.append(level)
        expectation = next
        return token
    }

    private mutating func literal(_ word: StaticString, _ token: Token) throws(Fault) -> Token {
        let end = index + word.utf8CodeUnitCount
        guard end <= bytes.count, bytes[index..<end].elementsEqual(word.description.utf8) else { throw noValue }
        index = end
        return token
    }

    private var noValue: Fault {
        fault("a value must be an object, an array, a string in double quotes, a number, true, false or null")
    }

    private mutating func number() throws(Fault) -> String {
        let start = index
        if peek == UInt8(ascii: "-") { index += 1 }
        if peek == UInt8(ascii: "0") { index += 1 } else { try digits(after: start) }
        if peek == UInt8(ascii: ".") {
            index += 1
            try digits(after: start)
        }
        if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
            index += 1
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { index += 1 }
            try digits(after: start)
        }
        guard index - start <= limits.number else {
            throw fault("a number must have at most \(limits.number) characters")
        }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func digits(after start: Int) throws(Fault) {
        let first = index
        while let byte = peek, byte >= 0x30, byte <= 0x39 { index += 1 }
        guard index > first else {
            throw index == start
                ? noValue : fault("a number needs a digit after a minus sign, decimal point or exponent")
        }
    }

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Returns the next byte without consuming it; `nil` at the end. Lines are counted here, since a token never spans two lines.
    private mutating func skipSpace() -> UInt8? {
        while index < bytes.count {
            switch bytes[index] {
            case 0x0A:
                line += 1
                lineStart = index + 1
            case 0x20, 0x0D, 0x09: break
            default: return bytes[index]
            }
            index += 1
        }
        return nil
    }
}

extension JSONTokenizer {
    /// Reads a string. Escapes are resolved, so that names that differ only in escapes are equal. Strings without escapes are copied in one step.
    private mutating func string() throws(Fault) -> String {
        index += 1
        let start = index
        while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { index += 1 }
        if peek == UInt8(ascii: "\"") {
            defer { index += 1 }
            return try text(bytes[start..<index])
        }
        var meant = Array(bytes[start..<index])
        while let byte = peek, meant.count <= limits.string {
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return try text(meant[...])
            case UInt8(ascii: "\\"): meant += try escape()
            case 0..<0x20:
                throw fault(
                    "a string contains a line break or another control character; write it as an escape, such as \\n")
            default: meant.append(byte)
            }
        }
        throw meant.count > limits.string ? tooLong : unended
    }

    private var tooLong: Fault { fault("a string must have at most \(limits.string) bytes", isLongString: true) }
    private var unended: Fault { fault("a string has no closing quote; add the closing quote") }

    private func text(_ meant: ArraySlice<UInt8>) throws(Fault) -> String {
        guard meant.count <= limits.string else { throw tooLong }
        guard let text = String(validating: meant, as: UTF8.self) else { throw fault("a string must be valid UTF-8") }
        return text
    }

    private mutating func escape() throws(Fault) -> [UInt8] {
        guard let byte = peek else { throw unended }
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

    private mutating func scalar() throws(Fault) -> Unicode.Scalar {
        let unit = try codeUnit()
        guard unit != 0 else {
            throw fault("a string contains the character U+0000, which cannot be stored; remove the character")
        }
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard unit < 0xDC00, index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
            bytes[index + 1] == UInt8(ascii: "u")
        else { throw halfPair }
        index += 2
        let low = try codeUnit()
        guard low >= 0xDC00, low < 0xE000,
            let scalar = Unicode.Scalar(0x10000 + UInt32(unit - 0xD800) << 10 + UInt32(low - 0xDC00))
        else { throw halfPair }
        return scalar
    }

    private var halfPair: Fault { fault("a string contains only one half of a surrogate pair; write both halves") }

    private mutating func codeUnit() throws(Fault) -> UInt16 {
        guard index + 4 <= bytes.count, let digits = PercentEncoding.digits(bytes[index..<index + 4]) else {
            throw fault("four hexadecimal digits must follow \\u")
        }
        index += 4
        return digits
    }
}
