import Web

/// A member of a schema, as a row of a table in the API reference.
struct MemberRow: Sendable {
    /// The path of the member, such as "limits.streams" or "items[].id".
    let name: String
    let type: HTML
    let rules: [HTML]
    let description: String?
    let isRequired: Bool
}

/// A reader of the members of a schema and of the rules for their values.
struct SchemaReader: Sendable {
    let description: APIDescription

    private static let depth = 4

    /// Returns a row for each member of a schema, including those from `allOf`. If a member is an unnamed object or a list of unnamed objects, the
    /// members of that object follow, on at most `depth` levels.
    func rows(of schema: DescriptionTree) -> [MemberRow] { rows(of: schema, prefix: "", depth: 0) }

    private func rows(of schema: DescriptionTree, prefix: String, depth: Int) -> [MemberRow] {
        guard depth < Self.depth else { return [] }
        var rows: [MemberRow] = []
        for part in parts(of: schema) {
            let required = Set(part["required"]?.elements.compactMap(\.text) ?? [])
            for member in part["properties"]?.members ?? [] {
                let name = prefix + member.name
                rows.append(
                    MemberRow(
                        name: name, type: type(of: member.value), rules: rules(of: member.value),
                        description: member.value["description"]?.text,
                        isRequired: required.contains(member.name)))
                rows += self.rows(of: member.value, within: name, depth: depth)
            }
        }
        if let items = schema["items"], prefix.isEmpty { rows += self.rows(of: items, within: "", list: true, depth) }
        return rows
    }

    /// Returns the members of an unnamed object, or of the entries of a list of unnamed objects; empty for a reference to a named schema.
    private func rows(of schema: DescriptionTree, within name: String, depth: Int) -> [MemberRow] {
        if let items = schema["items"] { return rows(of: items, within: name, list: true, depth) }
        return rows(of: schema, within: name, list: false, depth)
    }

    private func rows(of schema: DescriptionTree, within name: String, list: Bool, _ depth: Int) -> [MemberRow] {
        guard schema["$ref"] == nil else { return [] }
        return rows(of: schema, prefix: name + (list ? "[]." : "."), depth: depth + 1)
    }

    /// Returns a schema and the schemas of its `allOf`, with references resolved.
    private func parts(of schema: DescriptionTree) -> [DescriptionTree] {
        let whole = description.resolved(schema)
        return (whole["allOf"]?.elements.flatMap(parts) ?? []) + [whole]
    }

    /// Returns the type in words, such as "string", "list of Track" or "integer or null". The name of a schema is a link to its section.
    func type(of schema: DescriptionTree) -> HTML {
        if let name = schema["$ref"]?.text.flatMap(APIDescription.schemaName) {
            return "<a href=\"#\(Self.anchor(name))\">\(name)</a>"
        }
        for (key, word) in [("oneOf", " or "), ("anyOf", " or "), ("allOf", " with ")] as [(String, HTML)] {
            guard let choices = schema[key]?.elements, !choices.isEmpty else { continue }
            var seen: [HTML] = []
            for choice in choices {
                let type = type(of: choice)
                if !seen.contains(type) { seen.append(type) }
            }
            return Self.joined(seen, by: word)
        }
        let names = schema["type"].map { $0.elements.isEmpty ? [$0] : $0.elements }?.compactMap(\.text) ?? []
        let types = names.map { name -> HTML in
            switch name {
            case "array": return "list of \(schema["items"].map { type(of: $0) } ?? "values")"
            case "object":
                guard let values = schema["additionalProperties"], !values.members.isEmpty else { return "object" }
                return "object with values of type \(type(of: values))"
            case "string" where schema["format"]?.text == "binary": return "file"
            default: return "\(name)"
            }
        }
        if !types.isEmpty { return Self.joined(types, by: " or ") }
        if schema["properties"] != nil { return "object" }
        return schema["enum"] != nil || schema["const"] != nil ? "string" : "any"
    }

    /// Returns the rules for a value, the default and the first example, in words; empty if the schema has none.
    func rules(of schema: DescriptionTree) -> [HTML] {
        var rules: [HTML] = []
        if let format = schema["format"]?.text, format != "binary" { rules.append("format <code>\(format)</code>") }
        if let value = schema["const"]?.text { rules.append("always <code>\(value)</code>") }
        if let values = schema["enum"]?.elements, !values.isEmpty {
            let codes = values.map { value -> HTML in "<code>\(value.text ?? "null")</code>" }
            rules.append("one of \(Self.joined(codes, by: ", "))")
        }
        rules += [
            range(schema["minimum"], schema["maximum"], of: "", ""),
            range(schema["minLength"], schema["maxLength"], of: " character", " characters"),
            range(schema["minItems"], schema["maxItems"], of: " entry", " entries"),
        ].compactMap(\.self)
        if let pattern = schema["pattern"]?.text { rules.append("matches <code>\(pattern)</code>") }
        if let value = schema["default"] { rules.append("default <code>\(value.text ?? value.json)</code>") }
        if let example = schema["examples"]?.elements.first?.text { rules.append("example <code>\(example)</code>") }
        if let items = schema["items"], items["$ref"] == nil {
            let own = self.rules(of: items)
            if !own.isEmpty { rules.append("each entry: \(Self.joined(own, by: "; "))") }
        }
        return rules
    }

    private func range(_ least: DescriptionTree?, _ most: DescriptionTree?, of one: String, _ many: String) -> HTML? {
        switch (least?.text, most?.text) {
        case (nil, nil): nil
        case (let least?, nil): "at least \(least)\(least == "1" ? one : many)"
        case (nil, let most?): "at most \(most)\(most == "1" ? one : many)"
        case (let least?, let most?):
            least == most
                ? "exactly \(most)\(most == "1" ? one : many)" : "\(least) to \(most)\(most == "1" ? one : many)"
        }
    }

    static func anchor(_ schema: String) -> String { "type-" + schema }

    static func joined(_ parts: [HTML], by separator: HTML) -> HTML {
        parts.dropFirst().reduce(parts.first ?? .empty) { "\($0)\(separator)\($1)" }
    }
}
