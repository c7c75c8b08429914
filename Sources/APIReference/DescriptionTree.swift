import Web

/// A JSON value of the OpenAPI document. The members of an object keep their order. Unlike a `JSONNode`, the value has no line numbers.
indirect enum DescriptionTree: Sendable, Hashable {
    case null
    case bool(Bool)
    /// The number as written.
    case number(String)
    case string(String)
    case array([DescriptionTree])
    case object([Member])

    /// A member of an object.
    struct Member: Sendable, Hashable {
        let name: String
        let value: DescriptionTree
    }

    /// Reads a JSON document. Throws for JSON that `JSONNode` does not accept.
    init(json: [UInt8]) throws(JSONTokenizer.Fault) { self.init(try JSONNode(json)) }

    private init(_ node: JSONNode) {
        switch node.value {
        case .null: self = .null
        case .bool(let value): self = .bool(value)
        case .number(let text): self = .number(text)
        case .string(let text): self = .string(text)
        case .array(let elements): self = .array(elements.map { DescriptionTree($0) })
        case .object(let members):
            self = .object(members.map { Member(name: $0.name, value: DescriptionTree($0.node)) })
        }
    }

    /// The members of an object; empty for any other value.
    var members: [Member] {
        guard case .object(let members) = self else { return [] }
        return members
    }

    /// The elements of an array; empty for any other value.
    var elements: [DescriptionTree] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    /// A string, number or Boolean as text; `nil` for any other value.
    var text: String? {
        switch self {
        case .string(let text), .number(let text): text
        case .bool(let value): value ? "true" : "false"
        case .null, .array, .object: nil
        }
    }

    /// The value of the member with this name; `nil` if there is none. O(n) in the number of members.
    subscript(name: String) -> DescriptionTree? { members.first { $0.name == name }?.value }

    /// The value as JSON, with one member or element per line and two spaces of indentation per level.
    var json: String { json(indent: "") }

    private func json(indent: String) -> String {
        let inner = indent + "  "
        switch self {
        case .null: return "null"
        case .bool, .number: return text ?? ""
        case .string(let text): return Self.quoted(text)
        case .array(let elements):
            guard !elements.isEmpty else { return "[]" }
            let lines = elements.map { inner + $0.json(indent: inner) }
            return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
        case .object(let members):
            guard !members.isEmpty else { return "{}" }
            let lines = members.map { inner + Self.quoted($0.name) + ": " + $0.value.json(indent: inner) }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
        }
    }

    /// Returns a string as a JSON string (RFC 8259 §7).
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
