/// Reads the JSON of a message: one reading only.
///
/// Foundation's decoder takes the last of two equal names, has no cap on numbers and nests 512 deep, so that
/// a text may mean one thing here and another in a proxy (spec S1.19). The depth is capped, so it recurses.
struct JSONParser {
    /// Objects and arrays within each other.
    static var depthLimit: Int { limits.depth }
    /// Bytes of one number.
    static var numberLimit: Int { limits.number }

    private static let limits = JSONTokenizer.Limits()

    private var tokens: JSONTokenizer

    /// Throws 400 with the place of the first fault.
    static func parse(_ bytes: [UInt8]) throws(APIError) -> JSON {
        var parser = JSONParser(tokens: JSONTokenizer(bytes, limits: limits))
        do {
            let value = try parser.value()
            _ = try parser.tokens.next()
            return value
        } catch {
            let member = error.pointer.isEmpty ? "" : " (\(error.pointer))"
            throw APIError(
                .badRequest, code: "bad-json",
                "the content cannot be read as JSON: line \(error.line), column \(error.column)\(member): "
                    + error.reason)
        }
    }

    /// The tokenizer never ends within a value.
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
                guard members[name] == nil else { throw tokens.fault("a name occurs twice in one object") }
                members[name] = try value()
            }
            return .object(members)
        }
    }
}
