import Yams

/// The conversion of a YAML document to JSON, which keeps the order of members. Plain scalars follow the JSON schema of YAML 1.2 §10.2; "~" and an
/// empty scalar become `null`, and all other plain scalars become strings.
enum JSONText {
    /// Returns a YAML document as JSON text; "null" for an empty document. Throws the parser's error for invalid YAML.
    static func of(_ yaml: String) throws -> String {
        guard let node = try compose(yaml: yaml) else { return "null" }
        return try text(of: node)
    }

    private static func text(of node: Node) throws -> String {
        switch node {
        case .mapping(let mapping):
            let members = try mapping.map { key, value in
                "\(quoted(key.string ?? "")):\(try text(of: value))"
            }
            return "{\(members.joined(separator: ","))}"
        case .sequence(let sequence): return "[\(try sequence.map(text).joined(separator: ","))]"
        case .scalar(let scalar): return scalar.style == .plain ? plain(scalar.string) : quoted(scalar.string)
        case .alias: throw Fault.alias
        }
    }

    enum Fault: Error { case alias }

    private static func plain(_ text: String) -> String {
        switch text {
        case "true", "false", "null": text
        case "", "~": "null"
        default: text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/) == nil ? quoted(text) : text
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
