import Foundation
import Web
import Yams

/// One operation with all parts that a request to the operation must have, from `openapi.yaml` or, for pages and forms, from the route table.
struct WallOperation: @unchecked Sendable, CustomStringConvertible {
    // Safety: the tree of values does not change after it is read.
    let name: String
    let method: String
    let path: String
    /// The parameters of the path and of the operation.
    let parameters: [Parameter]
    let body: Body?
    /// Whether the caller must be signed in.
    let needsLogin: Bool
    let takesBearer: Bool
    let permission: String?
    let mediaTypesOfSuccess: Set<String>

    var description: String { name }
    var isRead: Bool { method == "GET" }
    var isForPlatform: Bool { permission == "platform" }
    /// Whether the operation concerns the platform, including signing in to the platform. The data that the operation writes belongs to no tenant.
    var isAboutPlatform: Bool { path.hasPrefix("/platform") || path.hasPrefix("/api/v1/platform") }
    var isPage: Bool { !path.hasPrefix("/api/") }

    struct Parameter {
        let name: String
        let place: String
        let isRequired: Bool
        let schema: [String: Any]
    }

    struct Body {
        let mediaType: String
        let schema: [String: Any]
        let example: Any?
    }

    /// All operations, sorted by name: those of `openapi.yaml`, and the pages and forms among `routes`.
    static func all(_ routes: [Route]) throws -> [WallOperation] {
        let inputs = try PageInputs.ours()
        let pages = routes.filter(\.isPage).map { WallOperation($0, inputs.all[$0.operation]) }
        return try (described() + pages).sorted { $0.name < $1.name }
    }

    private static func described() throws -> [WallOperation] {
        let document = try InterfaceDocument.ours()
        let paths = document.root["paths"] as? [String: [String: Any]] ?? [:]
        var operations: [WallOperation] = []
        for (path, item) in paths {
            for (method, value) in item {
                guard let fields = value as? [String: Any], let name = fields["operationId"] as? String else {
                    continue
                }
                operations.append(WallOperation(name, method, path, item, fields, document))
            }
        }
        return operations
    }

    /// Creates the operation of a page or a form.
    private init(_ route: Route, _ input: PageInputs.Input?) {
        name = route.operation
        method = route.method.name
        // "{name...}" matches the rest of the path.
        path = route.path.replacing("...}", with: "}")
        let inPath = path.split(separator: "{").dropFirst().map { String($0.prefix { $0 != "}" }) }
        parameters =
            inPath.map { Parameter(name: $0, place: "path", isRequired: true, schema: [:]) }
            + (input?.query ?? []).map { Parameter(name: $0, place: "query", isRequired: false, schema: [:]) }
        (needsLogin, permission) =
            switch route.access {
            case .everyone, .visitor: (false, nil)
            case .account: (true, nil)
            case .permission(let permission): (true, permission.rawValue)
            case .platform: (true, "platform")
            }
        // A form of a caller who is signed in contains a token, which shows that a page of this server sent the form.
        body = input?.body(needsProof: needsLogin)
        takesBearer = false
        // The only page whose response does not end.
        mediaTypesOfSuccess = [
            route.operation == "getOperatorEvents" ? "text/event-stream" : "text/html; charset=utf-8"
        ]
    }

    private init(
        _ name: String, _ method: String, _ path: String, _ item: [String: Any], _ fields: [String: Any],
        _ document: InterfaceDocument
    ) {
        self.name = name
        self.method = method.uppercased()
        self.path = path
        parameters = [item, fields].flatMap { $0["parameters"] as? [[String: Any]] ?? [] }.map { given in
            let parameter = document.resolved(given)
            return Parameter(
                name: parameter["name"] as? String ?? "", place: parameter["in"] as? String ?? "",
                isRequired: parameter["required"] as? Bool ?? false,
                schema: document.resolved(parameter["schema"] as? [String: Any] ?? [:]))
        }
        let content = document.resolved(fields["requestBody"] as? [String: Any] ?? [:])["content"]
        // PNG is used if it is among several media types, and otherwise the first media type by name.
        let known = content as? [String: [String: Any]] ?? [:]
        body = (known.first { $0.key == "image/png" } ?? known.min { $0.key < $1.key }).map { mediaType, fields in
            Body(
                mediaType: mediaType, schema: document.resolved(fields["schema"] as? [String: Any] ?? [:]),
                example: fields["example"])
        }
        let security = fields["security"] as? [[String: Any]] ?? []
        needsLogin = !security.isEmpty
        takesBearer = security.contains { $0["bearer"] != nil }
        permission = fields["x-permission"].map { "\($0)" }
        let responses = fields["responses"] as? [String: [String: Any]] ?? [:]
        mediaTypesOfSuccess = Set(
            responses.filter { $0.key.hasPrefix("2") }.values.flatMap {
                (document.resolved($0)["content"] as? [String: Any] ?? [:]).keys
            })
    }
}

/// `openapi.yaml` as a tree.
struct InterfaceDocument: @unchecked Sendable {
    // Safety: the tree of values does not change after it is read.
    let root: [String: Any]

    static func ours() throws -> InterfaceDocument { try read.get() }

    private static let read = Result { try document() }

    private static func document() throws -> InterfaceDocument {
        let file = (0..<5).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
            .appendingPathComponent("openapi.yaml")
        return InterfaceDocument(
            root: try Yams.load(yaml: String(contentsOf: file, encoding: .utf8)) as? [String: Any] ?? [:])
    }

    /// The roles of each permission.
    var permissions: [String: [String]] { root["x-permissions"] as? [String: [String]] ?? [:] }

    /// Returns an object with its reference resolved. Members beside the reference take precedence.
    func resolved(_ object: [String: Any]) -> [String: Any] {
        guard let reference = object["$ref"] as? String else { return object }
        let target = reference.dropFirst(2).split(separator: "/").reduce(root as Any?) { node, step in
            (node as? [String: Any])?[String(step)]
        }
        let beside = object.filter { $0.key != "$ref" }
        return resolved(target as? [String: Any] ?? [:]).merging(beside) { $1 }
    }
}
