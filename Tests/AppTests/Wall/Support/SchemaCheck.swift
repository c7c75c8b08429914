import Foundation

/// A comparison of JSON values with schemas, for the part of JSON Schema 2020-12 that `openapi.yaml` uses. A member that is not in the schema is a
/// fault.
struct SchemaCheck {
    let document: InterfaceDocument

    /// Returns the errors, each with its JSON pointer.
    func faults(of value: Any, _ schema: [String: Any], at place: String = "") -> [String] {
        let schema = document.resolved(schema)
        for key in ["oneOf", "anyOf"] {
            guard let choices = schema[key] as? [[String: Any]], schema["properties"] == nil else { continue }
            let found = choices.map { faults(of: value, $0, at: place) }
            return found.contains([]) ? [] : found.min { $0.count < $1.count } ?? []
        }
        if value is NSNull, types(of: schema).contains("null") { return [] }
        if let allowed = schema["enum"] as? [Any], !allowed.contains(where: { Self.isSame($0, value) }) {
            return ["\(place): \(value) is none of \(allowed)"]
        }
        let types = types(of: schema)
        guard types.isEmpty || types.contains(where: { Self.isOf($0, value) }) else {
            return ["\(place): \(value) is no \(types.joined(separator: " or "))"]
        }
        if let list = value as? [Any] {
            let items = schema["items"] as? [String: Any] ?? [:]
            return list.enumerated().flatMap { faults(of: $1, items, at: "\(place)/\($0)") }
        }
        guard let object = value as? [String: Any] else { return [] }
        return faults(of: object, schema, at: place)
    }

    private func faults(of object: [String: Any], _ schema: [String: Any], at place: String) -> [String] {
        let (properties, required) = members(of: schema)
        let missing = required.subtracting(object.keys).sorted().map { "\(place)/\($0) is missing" }
        guard !properties.isEmpty || schema["additionalProperties"] != nil else { return missing }
        return missing
            + object.sorted { $0.key < $1.key }.flatMap { name, value -> [String] in
                if let property = properties[name] { return faults(of: value, property, at: "\(place)/\(name)") }
                if let others = schema["additionalProperties"] as? [String: Any] {
                    return faults(of: value, others, at: "\(place)/\(name)")
                }
                return schema["additionalProperties"] as? Bool == true ? [] : ["\(place)/\(name) is not in the schema"]
            }
    }

    /// Returns the members that the schema requires, and that `answer` has and `example` lacks.
    func membersOf(
        _ answer: Any, missingIn example: Any, _ schema: [String: Any], at place: String = ""
    ) -> [String] {
        let schema = document.resolved(schema)
        if let answers = answer as? [Any], let examples = example as? [Any] {
            guard let one = answers.first, let other = examples.first else { return [] }
            return membersOf(one, missingIn: other, schema["items"] as? [String: Any] ?? [:], at: place + "/0")
        }
        guard let answer = answer as? [String: Any], let example = example as? [String: Any] else { return [] }
        let (properties, required) = members(of: schema)
        return answer.sorted { $0.key < $1.key }.flatMap { name, value -> [String] in
            guard let other = example[name] else { return required.contains(name) ? ["\(place)/\(name)"] : [] }
            return membersOf(value, missingIn: other, properties[name] ?? [:], at: "\(place)/\(name)")
        }
    }

    /// Returns the properties and required members of a schema, including those of `allOf`.
    private func members(of schema: [String: Any]) -> ([String: [String: Any]], Set<String>) {
        var properties = schema["properties"] as? [String: [String: Any]] ?? [:]
        var required = Set(schema["required"] as? [String] ?? [])
        for part in schema["allOf"] as? [[String: Any]] ?? [] {
            let (more, needed) = members(of: document.resolved(part))
            properties.merge(more) { own, _ in own }
            required.formUnion(needed)
        }
        return (properties, required)
    }

    private func types(of schema: [String: Any]) -> [String] {
        schema["type"] as? [String] ?? (schema["type"] as? String).map { [$0] } ?? []
    }

    private static func isOf(_ type: String, _ value: Any) -> Bool {
        switch type {
        case "object": value is [String: Any]
        case "array": value is [Any]
        // YAML reads some texts as dates, which are texts in JSON.
        case "string": value is String || value is Date
        case "boolean": isBool(value)
        case "integer": !isBool(value) && (value as? Double).map { $0 == $0.rounded() } ?? (value is Int)
        case "number": !isBool(value) && (value is Double || value is Int)
        case "null": value is NSNull
        default: false
        }
    }

    private static func isBool(_ value: Any) -> Bool {
        guard let number = value as? NSNumber else { return value is Bool }
        return number.objCType.pointee == CChar(UInt8(ascii: "c"))
    }

    private static func isSame(_ one: Any, _ other: Any) -> Bool {
        if one is NSNull || other is NSNull { return one is NSNull && other is NSNull }
        return "\(one)" == "\(other)"
    }
}
