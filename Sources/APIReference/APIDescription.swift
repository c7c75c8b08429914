import Web

/// The description of the interface (OpenAPI 3.1), in the order of the document.
struct APIDescription: Sendable {
    /// Operations of one kind.
    struct Group: Sendable {
        let name: String
        let summary: String
        let operations: [Operation]
    }

    /// One method of one path.
    struct Operation: Sendable {
        let name: String
        /// In upper case.
        let method: String
        let path: String
        let fields: DescriptionTree
        /// Those of the path and its own, references followed.
        let parameters: [DescriptionTree]
        /// Those of the path, then those of the operation.
        let descriptions: [String]

        var summary: String { fields["summary"]?.text ?? "" }
        var permission: String? { fields["x-permission"]?.text }
        var needsLogin: Bool { fields["security"].map { !$0.elements.isEmpty } ?? false }
        /// The names of what signs a request in: `bearer`, `cookie`.
        var credentials: [String] { fields["security"]?.elements.flatMap { $0.members.map(\.name) } ?? [] }
    }

    /// The whole document.
    let root: DescriptionTree
    /// In the order of `tags`; a group without operations is left out.
    let groups: [Group]

    private static let methods = ["get", "put", "post", "delete", "patch"]

    /// Reads the document as JSON.
    init(_ json: [UInt8]) throws(JSONTokenizer.Fault) {
        root = try DescriptionTree(json: json)
        var operations: [String: [Operation]] = [:]
        for path in root["paths"]?.members ?? [] {
            let shared = path.value["parameters"]?.elements ?? []
            for method in path.value.members where Self.methods.contains(method.name) {
                let parameters = shared + (method.value["parameters"]?.elements ?? [])
                let operation = Operation(
                    name: method.value["operationId"]?.text ?? "", method: method.name.uppercased(), path: path.name,
                    fields: method.value, parameters: parameters.map { [root] in Self.resolved($0, in: root) },
                    descriptions: [path.value, method.value].compactMap { $0["description"]?.text })
                operations[method.value["tags"]?.elements.first?.text ?? "", default: []].append(operation)
            }
        }
        groups = (root["tags"]?.elements ?? []).compactMap { tag in
            guard let name = tag["name"]?.text, let own = operations[name] else { return nil }
            return Group(name: name, summary: tag["description"]?.text ?? "", operations: own)
        }
    }

    /// What an object is, its reference followed.
    func resolved(_ tree: DescriptionTree) -> DescriptionTree { Self.resolved(tree, in: root) }

    private static func resolved(_ tree: DescriptionTree, in root: DescriptionTree) -> DescriptionTree {
        guard let reference = tree["$ref"]?.text else { return tree }
        let target = reference.split(separator: "/").dropFirst().reduce(root as DescriptionTree?) { $0?[String($1)] }
        return target.map { resolved($0, in: root) } ?? .null
    }

    /// The schemas that one of this name refers to, itself included, each once.
    func schemas(from names: [String]) -> [String] {
        var found: [String] = []
        var waiting = names
        while let name = waiting.popLast() {
            guard !found.contains(name), let schema = root["components"]?["schemas"]?[name] else { continue }
            found.append(name)
            waiting += Self.schemas(in: schema)
        }
        return found
    }

    /// The names of the schemas that a tree refers to, references to other components followed.
    func schemaNames(in tree: DescriptionTree) -> [String] {
        var names: [String] = []
        if let reference = tree["$ref"]?.text {
            guard let name = Self.schemaName(reference) else { return schemaNames(in: resolved(tree)) }
            names.append(name)
        }
        for member in tree.members { names += schemaNames(in: member.value) }
        for element in tree.elements { names += schemaNames(in: element) }
        return names
    }

    private static func schemas(in tree: DescriptionTree) -> [String] {
        let own = tree["$ref"]?.text.flatMap(schemaName).map { [$0] } ?? []
        return own + tree.members.flatMap { schemas(in: $0.value) } + tree.elements.flatMap(schemas)
    }

    /// "Session" of "#/components/schemas/Session".
    static func schemaName(_ reference: String) -> String? {
        let prefix = "#/components/schemas/"
        return reference.hasPrefix(prefix) ? String(reference.dropFirst(prefix.count)) : nil
    }
}
