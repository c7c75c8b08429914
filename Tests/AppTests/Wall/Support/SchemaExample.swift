import Foundation

/// A generator of valid values for the constraints of a schema.
struct SchemaExample {
    let document: InterfaceDocument

    /// Returns the required members of an object, or all members if none is required.
    func members(of schema: [String: Any]) -> [String: Any] {
        var properties: [String: [String: Any]] = [:]
        var required: [String] = []
        for part in [schema] + (schema["allOf"] as? [[String: Any]] ?? []).map(document.resolved) {
            properties.merge(part["properties"] as? [String: [String: Any]] ?? [:]) { $1 }
            required += part["required"] as? [String] ?? []
        }
        let named = required.isEmpty ? Array(properties.keys) : required
        return Dictionary(
            uniqueKeysWithValues: named.map { name in (name, value(of: document.resolved(properties[name] ?? [:]))) })
    }

    func value(of given: [String: Any]) -> Any {
        let schema = document.resolved(given)
        for key in ["const", "example", "default"] { if let value = schema[key] { return value } }
        if let first = (schema["enum"] as? [Any])?.first { return first }
        if let first = (schema["examples"] as? [Any])?.first, schema["format"] as? String != "date-time" {
            return first
        }
        for key in ["oneOf", "anyOf"] {
            if let first = (schema[key] as? [[String: Any]])?.first { return value(of: first) }
        }
        let type = schema["type"] as? String ?? (schema["type"] as? [String])?.first { $0 != "null" }
        switch type {
        case "object", nil: return members(of: schema)
        case "array":
            let item = value(of: schema["items"] as? [String: Any] ?? [:])
            return Array(repeating: item, count: max(1, schema["minItems"] as? Int ?? 1))
        case "integer", "number": return schema["minimum"] as? Int ?? 1
        case "boolean": return true
        default: return text(schema)
        }
    }

    private func text(_ schema: [String: Any]) -> String {
        switch schema["format"] as? String {
        case "date-time": return Date.now.addingTimeInterval(3600).formatted(.iso8601)
        case "date": return "2030-01-01"
        case "email": return "somebody@words.example"
        case "uri", "uri-reference": return "https://words.example/"
        case "password": return "seven grey pianos"
        default: break
        }
        if let pattern = schema["pattern"] as? String, pattern.hasPrefix("^https?") { return "https://words.example/" }
        let length = schema["minLength"] as? Int ?? 0
        let most = schema["maxLength"] as? Int ?? Int.max
        return String("words".padding(toLength: max(5, length), withPad: "s", startingAt: 0).prefix(most))
    }
}
