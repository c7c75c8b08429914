import Web

/// The OpenAPI 3.1 document, with its members in their original order.
struct APIDescription: Sendable {
    /// The operations with the same first tag, in the order of the document.
    struct Group: Sendable {
        let name: String
        let summary: String
        let operations: [Operation]
    }

    /// An operation: one method of one path.
    struct Operation: Sendable {
        let name: String
        /// The method in upper case.
        let method: String
        let path: String
        let fields: DescriptionTree
        /// The parameters of the path and of the operation, with references resolved.
        let parameters: [DescriptionTree]
        /// The description of the path, then that of the operation; a missing one is left out.
        let descriptions: [String]

        var summary: String { fields["summary"]?.text ?? "" }
        /// The permission that the account must have; `nil` if the operation names none.
        var permission: String? { fields["x-permission"]?.text }
        var needsLogin: Bool { fields["security"].map { !$0.elements.isEmpty } ?? false }
        /// The names of the security schemes that the operation accepts, such as `bearer` and `cookie`; empty if it needs none.
        var credentials: [String] { fields["security"]?.elements.flatMap { $0.members.map(\.name) } ?? [] }
    }

    let root: DescriptionTree
    /// The groups in the order of `tags`, without empty groups.
    let groups: [Group]

    private static let methods = ["get", "put", "post", "delete", "patch"]

    /// Reads the document from JSON. Throws for JSON that `JSONNode` does not accept.
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

    /// Returns `tree`, or its target if `tree` is a reference (`$ref`); `.null` if the target does not exist.
    func resolved(_ tree: DescriptionTree) -> DescriptionTree { Self.resolved(tree, in: root) }

    private static func resolved(_ tree: DescriptionTree, in root: DescriptionTree) -> DescriptionTree {
        guard let reference = tree["$ref"]?.text else { return tree }
        let target = reference.split(separator: "/").dropFirst().reduce(root as DescriptionTree?) { $0?[String($1)] }
        return target.map { resolved($0, in: root) } ?? .null
    }

    /// Returns the names of these schemas and of all schemas to which they refer, directly or indirectly, each once and in no particular order.
    /// Unknown names are left out.
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

    /// Returns the names of the schemas to which a tree refers, directly or through other components, such as a response. A name can occur several
    /// times. References inside these schemas are not followed.
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

    /// Returns the name of the schema in a reference such as "#/components/schemas/Session"; `nil` for any other reference.
    static func schemaName(_ reference: String) -> String? {
        let prefix = "#/components/schemas/"
        return reference.hasPrefix(prefix) ? String(reference.dropFirst(prefix.count)) : nil
    }
}
