/// A parser for the JSON of an HTTP message, which refuses texts that a proxy could read differently (spec S1.19).
///
/// Foundation's decoder accepts equal names in one object, numbers of any length and 512 levels of nesting.
struct JSONParser {
    /// The largest nesting depth of objects and arrays.
    static var depthLimit: Int { limits.depth }
    /// The largest length of a number, in bytes.
    static var numberLimit: Int { limits.number }

    private static let limits = JSONTokenizer.Limits()

    private var tokens: JSONTokenizer

    /// Parses a text. Throws 400 with line, column and JSON pointer of the first fault.
    static func parse(_ bytes: [UInt8]) throws(APIError) -> JSON {
        var parser = JSONParser(tokens: JSONTokenizer(bytes, limits: limits))
        do {
            let value = try parser.value()
            _ = try parser.tokens.next()
            return value
        } catch {
            let member = error.pointer.isEmpty ? "" : " (\(error.pointer))"
            throw APIError(
                .badRequest, code: .badJSON,
                "the content cannot be read as JSON: line \(error.line), column \(error.column)\(member): "
                    + error.reason)
        }
    }

    /// Reads the next value. The tokenizer never returns `nil` within a value.
    private mutating func value() throws(JSONTokenizer.Fault) -> JSON { try value(tokens.next() ?? .null) }

    private mutating func value(_ first: JSONTokenizer.Token) throws(JSONTokenizer.Fault) -> JSON {
        switch first {
        case .null, .name, .endArray, .endObject: return .null
        case .bool(let value): return .bool(value)
        case .number(let text): return .number(text)
        case .string(let text): return .string(text)
        case .beginArray:
            var elements: [JSON] = []
            while let token = try tokens.next(), token != .endArray { elements.append(try value(token)) }
            return .array(elements)
        case .beginObject:
            var members: [String: JSON] = [:]
            while case .name(let name)? = try tokens.next() {
                guard members[name] == nil else {
                    throw tokens.fault("the member \"\(name.prefix(100))\" occurs twice")
                }
                members[name] = try value()
            }
            return .object(members)
        }
    }
}
