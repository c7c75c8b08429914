import Web

/// The content of the reference pages, which is the same for all tenants and users.
struct ReferencePages: Sendable {
    let description: APIDescription

    /// The content of `/docs/api`: general rules, signing in, the permissions, the operations by group, and the error codes.
    var overview: HTML {
        """
        \(Prose.paragraphs(description.root["info"]?["description"]?.text ?? ""))
        <p><a class="button quiet" href="/openapi.yaml">OpenAPI document</a></p>
        <nav class="contents" aria-label="Contents"><ul>
        <li><a href="#sign-in">Signing in</a></li><li><a href="#permissions">Permissions</a></li>
        <li><a href="#operations">Operations</a></li><li><a href="#error-codes">Error codes</a></li></ul></nav>
        <h2 id="sign-in">Signing in</h2>
        <dl class="facts">\(signIn)</dl>
        <h2 id="permissions">Permissions</h2>
        \(permissions)
        <h2 id="operations">Operations</h2>
        \(description.groups.map(index))
        <h2 id="error-codes">Error codes</h2>
        \(errorCodes)
        """
    }

    private var signIn: [HTML] {
        (description.root["components"]?["securitySchemes"]?.members ?? []).map { scheme in
            """
            <dt id="sign-in-\(scheme.name)"><code>\(scheme.name)</code></dt>
            <dd>\(Prose.inline(scheme.value["description"]?.text ?? ""))</dd>

            """
        }
    }

    private var permissions: HTML {
        let rows = (description.root["x-permissions"]?.members ?? []).map { permission -> [HTML] in
            let roles = permission.value.elements.compactMap(\.text).joined(separator: ", ")
            return ["<code>\(permission.name)</code>", "\(roles)"]
        }
        return DataTable("Roles by permission", columns: ["Permission", "Roles"], rows: rows).html
    }

    private var errorCodes: HTML {
        let rows = APIError.Code.allCases.map { code -> [HTML] in
            ["<code>\(code.rawValue)</code>", Prose.inline(code.meaning)]
        }
        return DataTable("Error codes", columns: ["Code", "Meaning"], rows: rows).html
    }

    private func index(_ group: APIDescription.Group) -> HTML {
        let path = "/docs/api/\(group.name)"
        let links = group.operations.map { operation -> HTML in
            """
            <li><a href="\(path)#\(operation.name)"><b>\(operation.method)</b> <code>\(operation.path)</code></a>
            <span class="faint">\(Prose.inline(operation.summary))</span></li>

            """
        }
        return """
            <section aria-labelledby="group-\(group.name)">
            <h3 id="group-\(group.name)"><a href="\(path)">\(Self.title(group))</a></h3>
            <p>\(Prose.inline(group.summary))</p>
            <details><summary>\(Self.count(group.operations.count))</summary><ul class="operations">
            \(links)</ul></details>
            </section>

            """
    }

    private static func count(_ operations: Int) -> String {
        operations == 1 ? "1 operation" : "\(operations) operations"
    }

    /// Returns the heading of a group: its name with a capital first letter.
    static func title(_ group: APIDescription.Group) -> String {
        group.name.prefix(1).uppercased() + group.name.dropFirst()
    }

    /// Returns the content of `/docs/api/{group}`: the operations of the group and the types that they use.
    func operations(of group: APIDescription.Group) -> HTML {
        let contents = group.operations.map { operation -> HTML in
            """
            <li><a href="#\(operation.name)"><b>\(operation.method)</b> <code>\(operation.path)</code></a></li>

            """
        }
        let sections = group.operations.map { OperationSection(operation: $0, description: description).html }
        let names = group.operations.flatMap { operation in
            operation.parameters.flatMap(description.schemaNames) + description.schemaNames(in: operation.fields)
        }
        let types = description.schemas(from: names).sorted()
        let typesLink: HTML = types.isEmpty ? .empty : "<li><a href=\"#types\">Types</a></li>"
        return """
            <p>\(Prose.inline(group.summary))</p>
            <nav class="contents" aria-label="Contents"><details\(group.operations.count < 13 ? " open" : "")>
            <summary>\(Self.count(group.operations.count))</summary>
            <ul class="operations">\(contents)\(typesLink)</ul></details></nav>
            \(sections)
            \(types.isEmpty ? HTML.empty : "<h2 id=\"types\">Types</h2>\n")\(types.map(type))
            """
    }

    private func type(_ name: String) -> HTML {
        let schema = description.root["components"]?["schemas"]?[name] ?? .null
        let reader = SchemaReader(description: description)
        let rows = reader.rows(of: schema)
        let anchor = SchemaReader.anchor(name)
        let rules = reader.rules(of: schema)
        return """
            <section aria-labelledby="\(anchor)"><h3 id="\(anchor)"><code>\(name)</code></h3>
            \(Prose.paragraphs(schema["description"]?.text ?? ""))
            <p class="body">\(reader.type(of: schema))\
            \(rules.isEmpty ? HTML.empty : ": \(SchemaReader.joined(rules, by: "; "))")</p>
            \(rows.isEmpty ? HTML.empty : OperationSection.table(rows, "Members of \(name)"))
            </section>

            """
    }

    static let style: StaticString = """
        .contents ul { list-style: none; margin: 0 0 1rem; padding: 0; }
        .contents a, .operations a { display: inline-block; padding: .45rem 0; text-decoration: none; }
        .operations { list-style: none; padding: 0; }
        .operations li { border-bottom: 1px solid var(--line); }
        .operations span { display: block; padding: 0 0 .45rem; }
        .operation { border-top: 1px solid var(--line); margin-top: 2rem; }
        .operation h2 a { color: inherit; text-decoration: none; }
        .operation > p:not(.call), .operation > dl, section > p { max-width: 46rem; }
        .call { font-size: 1.05rem; overflow-wrap: anywhere; }
        .example { background: var(--raised); border: 1px solid var(--line); border-radius: var(--round); margin: .75rem 0;
          padding: .75rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere; font-size: var(--small); }
        th, tbody th code { overflow-wrap: break-word; }
        tbody th code { font-weight: 600; }
        """
}
