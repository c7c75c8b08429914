/// A JSON value (RFC 8259) that knows the line it begins on, so that a fault in a manifest can be shown to the person
/// who wrote it. Numbers keep their spelling: "854.829" must not pass through a `Double`.
///
/// Foundation's decoder is not used: it stops at the first wrong member and names no line.
struct LocatedJSON {
    let line: Int
    let value: Value

    indirect enum Value {
        case null
        case bool(Bool)
        case number(String)
        case string(String)
        case array([LocatedJSON])
        case object([String: LocatedJSON])
    }

    /// Why a document was not read.
    struct Fault: Error {
        let line: Int
        let reason: String
    }

    /// Reads a whole document: UTF-8, no member twice, at most 32 levels.
    init(_ document: [UInt8]) throws(Fault) {
        guard String(validating: document, as: UTF8.self) != nil else {
            throw Fault(line: 1, reason: "the text is not UTF-8")
        }
        var parser = LocatedJSONParser(document)
        self = try parser.document()
    }

    init(line: Int, value: Value) {
        self.line = line
        self.value = value
    }

    var text: String? { if case .string(let text) = value { text } else { nil } }
    var number: String? { if case .number(let number) = value { number } else { nil } }
    var bool: Bool? { if case .bool(let bool) = value { bool } else { nil } }
    var elements: [LocatedJSON]? { if case .array(let elements) = value { elements } else { nil } }
    var members: [String: LocatedJSON]? { if case .object(let members) = value { members } else { nil } }
}

private struct LocatedJSONParser {
    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    private var depth = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    mutating func document() throws(LocatedJSON.Fault) -> LocatedJSON {
        let value = try self.value()
        skipSpace()
        guard index == bytes.count else { throw fault("there is text after the end of the document") }
        return value
    }

    private mutating func value() throws(LocatedJSON.Fault) -> LocatedJSON {
        skipSpace()
        let start = line
        guard depth < 32 else { throw fault("arrays and objects are nested more than 32 levels deep") }
        depth += 1
        defer { depth -= 1 }
        switch peek {
        case UInt8(ascii: "{"): return LocatedJSON(line: start, value: .object(try object()))
        case UInt8(ascii: "["): return LocatedJSON(line: start, value: .array(try array()))
        case UInt8(ascii: "\""): return LocatedJSON(line: start, value: .string(try string()))
        case .some(UInt8(ascii: "-")), .some(0x30...0x39): return LocatedJSON(line: start, value: .number(number()))
        default:
            for (word, value) in [("true", LocatedJSON.Value.bool(true)), ("false", .bool(false)), ("null", .null)]
            where bytes[index...].starts(with: word.utf8) {
                index += word.utf8.count
                return LocatedJSON(line: start, value: value)
            }
            throw fault(index == bytes.count ? "the document ends too early" : "a value is missing or misspelt")
        }
    }

    private mutating func object() throws(LocatedJSON.Fault) -> [String: LocatedJSON] {
        index += 1
        var members: [String: LocatedJSON] = [:]
        skipSpace()
        if take("}") { return members }
        repeat {
            skipSpace()
            guard peek == UInt8(ascii: "\"") else { throw fault("a member name in quotes is missing") }
            let name = try string()
            skipSpace()
            guard take(":") else { throw fault("a colon is missing after \"\(name)\"") }
            guard members.updateValue(try value(), forKey: name) == nil else {
                throw fault("the member \"\(name)\" occurs twice")
            }
            skipSpace()
        } while take(",")
        guard take("}") else { throw fault("a comma or the closing brace is missing") }
        return members
    }

    private mutating func array() throws(LocatedJSON.Fault) -> [LocatedJSON] {
        index += 1
        var elements: [LocatedJSON] = []
        skipSpace()
        if take("]") { return elements }
        repeat {
            elements.append(try value())
            skipSpace()
        } while take(",")
        guard take("]") else { throw fault("a comma or the closing bracket is missing") }
        return elements
    }

    private mutating func string() throws(LocatedJSON.Fault) -> String {
        index += 1
        var text: [UInt8] = []
        while let byte = peek, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw fault("there is a line break or a control character inside quotes") }
            index += 1
            if byte == UInt8(ascii: "\\") {
                text += Array(String(try escape()).utf8)
            } else {
                text.append(byte)
            }
        }
        guard take("\"") else { throw fault("a closing quote is missing") }
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func escape() throws(LocatedJSON.Fault) -> Unicode.Scalar {
        let plain: [UInt8: Unicode.Scalar] = [
            0x22: "\"", 0x5C: "\\", 0x2F: "/", 0x62: "\u{8}", 0x66: "\u{C}", 0x6E: "\n", 0x72: "\r", 0x74: "\t",
        ]
        guard let byte = peek else { throw fault("the document ends too early") }
        index += 1
        if let scalar = plain[byte] { return scalar }
        guard byte == UInt8(ascii: "u"), var code = hexadecimal() else { throw fault("an escape is not valid") }
        if code & 0xFC00 == 0xD800, take("\\"), take("u"), let low = hexadecimal(), low & 0xFC00 == 0xDC00 {
            code = 0x10000 + (code & 0x3FF) << 10 + low & 0x3FF
        }
        guard let scalar = Unicode.Scalar(code) else { throw fault("an escape is only half of a surrogate pair") }
        return scalar
    }

    private mutating func hexadecimal() -> UInt32? {
        guard index + 4 <= bytes.count else { return nil }
        var code: UInt32 = 0
        for byte in bytes[index..<index + 4] {
            switch byte {
            case 0x30...0x39: code = code << 4 | UInt32(byte - 0x30)
            case 0x41...0x46, 0x61...0x66: code = code << 4 | UInt32((byte | 0x20) - 0x57)
            default: return nil
            }
        }
        index += 4
        return code
    }

    /// The spelling of a number; who needs its value checks it.
    private mutating func number() -> String {
        let start = index
        while let byte = peek, (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte) { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            if byte == 0x0A { line += 1 }
            index += 1
        }
    }

    private func fault(_ reason: String) -> LocatedJSON.Fault { LocatedJSON.Fault(line: line, reason: reason) }
}
