import Web

/// The section of the API reference for one operation: its description, access, parameters, request, responses and errors.
struct OperationSection {
    let operation: APIDescription.Operation
    let description: APIDescription

    private var schemas: SchemaReader { SchemaReader(description: description) }

    var html: HTML {
        """
        <section class="operation" aria-labelledby="\(operation.name)">
        <h2 id="\(operation.name)"><a href="#\(operation.name)">\(operation.summary)</a></h2>
        <p class="call"><b>\(operation.method)</b> <code>\(Self.breakable(operation.path))</code></p>
        \(operation.descriptions.map(Prose.paragraphs))
        <dl class="facts"><dt>Operation ID</dt><dd><code>\(operation.name)</code></dd>
        <dt>Access</dt><dd>\(access)</dd>\(appFields)</dl>
        \(parameters)\(request)\(answers)\(errors)
        </section>

        """
    }

    private static func breakable(_ path: String) -> HTML {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map { "\($0)" as HTML }
        return SchemaReader.joined(parts, by: "/<wbr>")
    }

    private var access: HTML {
        guard operation.needsLogin else { return "everyone" }
        let links = operation.credentials.map { scheme in
            "<a href=\"/docs/api#sign-in-\(scheme)\">\(scheme)</a>" as HTML
        }
        let by: HTML = "signed in with \(SchemaReader.joined(links, by: " or "))"
        switch operation.permission {
        case nil: return "any account, \(by)"
        case "platform": return "platform administrators, \(by)"
        case let permission?:
            let roles = description.root["x-permissions"]?[permission]?.elements.compactMap(\.text) ?? []
            return """
                <a href="/docs/api#permissions"><code>\(permission)</code></a> (\(roles.joined(separator: ", "))), \(by)
                """
        }
    }

    /// Returns whether the name of a parameter begins with "App-". The table of parameters leaves these parameters out, because nearly every
    /// operation accepts them; the section lists only their names.
    private static func isAppField(_ parameter: DescriptionTree) -> Bool {
        parameter["name"]?.text?.hasPrefix("App-") == true
    }

    private var appFields: HTML {
        let names = operation.parameters.filter(Self.isAppField).compactMap { $0["name"]?.text }
        guard !names.isEmpty else { return .empty }
        return "<dt>App header fields</dt><dd>\(Self.codes(names)) (optional)</dd>"
    }

    private static func codes(_ names: [String]) -> HTML {
        SchemaReader.joined(names.map { "<code>\($0)</code>" }, by: ", ")
    }

    private var parameters: HTML {
        let own = operation.parameters.filter { !Self.isAppField($0) }
        guard !own.isEmpty else { return .empty }
        let rows = own.map { parameter -> [HTML] in
            let schema = parameter["schema"] ?? .null
            let example = parameter["example"].map { "example <code>\($0.text ?? $0.json)</code>" as HTML }
            return [
                Self.name(parameter["name"]?.text ?? "", isRequired: parameter["required"]?.text == "true"),
                "\(parameter["in"]?.text ?? "")", schemas.type(of: schema),
                Self.meaning(
                    schemas.rules(of: schema) + [example].compactMap(\.self),
                    parameter["description"]?.text ?? schema["description"]?.text),
            ]
        }
        return """
            <h3>Parameters</h3>
            \(DataTable(Self.caption("Parameters of \(operation.name)"), columns: ["Name", "Location", "Type", "Meaning"], rows: rows).html)
            """
    }

    private var request: HTML {
        guard let body = operation.fields["requestBody"].map(description.resolved) else { return .empty }
        let note: HTML = body["required"]?.text == "true" ? .empty : "<p>The request body is optional.</p>\n"
        return """
            <h3>Request</h3>
            \(note)\(content(of: body, caption: "Members of the request of \(operation.name)"))
            """
    }

    private var responses: [DescriptionTree.Member] { operation.fields["responses"]?.members ?? [] }

    private var answers: HTML {
        let answers = responses.filter { $0.name < "400" }.map { member -> HTML in
            let answer = description.resolved(member.value)
            let fields = answer["headers"]?.members.map(\.name) ?? []
            return """
                <h3>Response \(member.name)</h3>
                \(Prose.paragraphs(answer["description"]?.text ?? ""))
                \(fields.isEmpty ? HTML.empty : "<p>Header fields: \(Self.codes(fields))</p>\n")\
                \(content(of: answer, caption: "Members of response \(member.name) of \(operation.name)"))
                """
        }
        return "\(answers)"
    }

    private var errors: HTML {
        let rows = responses.filter { $0.name >= "400" }.map { member -> HTML in
            let text = Prose.inline(
                (description.resolved(member.value)["description"]?.text ?? "").replacing("\n", with: " "))
            return "<dt>\(member.name)</dt><dd>\(text)</dd>\n"
        }
        guard !rows.isEmpty else { return .empty }
        return """
            <details><summary>Errors: \(responses.map(\.name).filter { $0 >= "400" }.joined(separator: ", "))</summary>
            <dl class="facts">\(rows)</dl></details>
            """
    }

    /// Returns the type, members and examples of each media type of a request or response body. `caption` is the caption of the tables of members.
    private func content(of body: DescriptionTree, caption: String) -> HTML {
        let types = (body["content"]?.members ?? []).map { type -> HTML in
            let schema = type.value["schema"] ?? .null
            let rows = schemas.rows(of: schema)
            return """
                <p class="body"><code>\(type.name)</code>: \(schemas.type(of: schema))</p>
                \(rows.isEmpty ? HTML.empty : Self.table(rows, caption))\(example(type.value))
                """
        }
        return "\(types)"
    }

    /// Returns a table of members, with a caption for screen readers.
    static func table(_ rows: [MemberRow], _ title: String) -> HTML {
        let cells = rows.map { row -> [HTML] in
            [name(row.name, isRequired: row.isRequired), row.type, meaning(row.rules, row.description)]
        }
        return DataTable(caption(title), columns: ["Member", "Type", "Meaning"], rows: cells).html
    }

    private static func caption(_ text: String) -> HTML { "<span class=\"hidden\">\(text)</span>" }

    private static func name(_ name: String, isRequired: Bool) -> HTML {
        "<code>\(name)</code>\(isRequired ? " <small class=\"faint\">required</small>" as HTML : .empty)"
    }

    private static func meaning(_ rules: [HTML], _ text: String?) -> HTML {
        let prose = text.map { Prose.inline($0.replacing("\n", with: " ")) }
        guard !rules.isEmpty else { return prose ?? .empty }
        let rule: HTML = "<small class=\"faint\">\(SchemaReader.joined(rules, by: "; "))</small>"
        return prose.map { "\($0) \(rule)" } ?? rule
    }

    /// Returns the examples of a media type, or those of its schema if the media type has none.
    private func example(_ type: DescriptionTree) -> HTML {
        let named = type["examples"]?.members.compactMap { $0.value["value"] } ?? []
        let own = [type["example"]].compactMap(\.self) + named
        let examples =
            own.isEmpty ? type["schema"].map(description.resolved)?["examples"]?.elements ?? [] : own
        return "\(examples.map { "<pre class=\"example\"><code>\($0.text ?? $0.json)</code></pre>\n" as HTML })"
    }
}
