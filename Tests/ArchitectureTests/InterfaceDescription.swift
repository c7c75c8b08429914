import Yams

/// `openapi.yaml` (OpenAPI 3.1) as a tree.
struct InterfaceDescription {
    /// One operation of one path.
    struct Operation {
        let method: String
        let path: String
        let fields: [String: Any]
        /// The parameters of the path and of the operation, with references resolved.
        let parameters: [[String: Any]]

        var name: String { fields["operationId"] as? String ?? "\(method) \(path)" }
    }

    let root: [String: Any]

    init(_ yaml: String) throws {
        root = try Yams.load(yaml: yaml) as? [String: Any] ?? [:]
    }

    static func ours() throws -> InterfaceDescription {
        try InterfaceDescription(PackageFiles.text(of: "openapi.yaml"))
    }

    private static let methods: Set<String> = ["get", "put", "post", "delete", "patch", "head", "options"]

    var operations: [Operation] {
        let paths = root["paths"] as? [String: [String: Any]] ?? [:]
        return paths.sorted { $0.key < $1.key }.flatMap { path, item in
            item.filter { Self.methods.contains($0.key) }.sorted { $0.key < $1.key }.map { method, value in
                let fields = value as? [String: Any] ?? [:]
                let parameters = [item, fields].flatMap { $0["parameters"] as? [[String: Any]] ?? [] }
                return Operation(
                    method: method, path: path, fields: fields, parameters: parameters.map { resolved($0) })
            }
        }
    }

    /// Returns the target of a reference such as "#/components/schemas/Problem".
    func target(of reference: String) -> Any? {
        guard reference.hasPrefix("#/") else { return nil }
        return reference.dropFirst(2).split(separator: "/").reduce(root as Any?) { node, step in
            let name = String(step).replacing("~1", with: "/").replacing("~0", with: "~")
            return (node as? [String: Any])?[name]
        }
    }

    /// Every `$ref` in the document.
    var references: [String] { Self.references(in: root) }

    private func resolved(_ object: [String: Any]) -> [String: Any] {
        (object["$ref"] as? String).flatMap { target(of: $0) as? [String: Any] } ?? object
    }

    private static func references(in node: Any) -> [String] {
        if let object = node as? [String: Any] {
            return object.flatMap { key, value in
                if key == "$ref", let reference = value as? String { return [reference] }
                return references(in: value)
            }
        }
        return (node as? [Any])?.flatMap { references(in: $0) } ?? []
    }
}
