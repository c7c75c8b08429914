import HTTP

/// A router that finds the route of a request in a tree of path segments. A literal segment has precedence over a parameter, and a parameter over a
/// tail. O(path length), plus backtracking where parameters and literals compete.
public struct Router: Sendable {
    /// The result of matching the path and method of a request.
    enum Match: Sendable {
        case route(Route, parameters: [String: String])
        /// The path exists, but not with this method. The value contains the routes of the path; `allow` is the value of `Allow` (RFC 9110 §15.5.6).
        case otherMethods(allow: String, [Route])
        /// No route has the path.
        case nothing
    }

    /// All routes, in the order given.
    public let routes: [Route]
    private var root = Node()

    /// Creates a router. HEAD uses the GET route, OPTIONS is answered from the table, and TRACE and CONNECT are not supported. Throws for an invalid
    /// path or method, for an operation that is empty or occurs twice, and for two routes with the same method and path, ignoring parameter names.
    public init(_ routes: [Route]) throws(RouteFault) {
        self.routes = routes
        var operations: Set<String> = []
        for route in routes {
            guard ![.head, .options, .other].contains(route.method) else {
                throw RouteFault(path: route.path, reason: "a route cannot answer \(route.method)")
            }
            guard !route.operation.isEmpty, operations.insert(route.operation).inserted else {
                throw RouteFault(path: route.path, reason: "the operation \"\(route.operation)\" is empty or in use")
            }
            let template = try PathTemplate(route.path)
            guard root.insert(Leaf(route: route, template: template), below: template.segments[...]) else {
                throw RouteFault(path: route.path, reason: "another route already answers \(route.method) at this path")
            }
        }
    }

    /// Finds the route for a method and a path as sent. Throws 400 for a path that `PathSegments` refuses.
    func match(_ method: Method, _ path: String) throws(APIError) -> Match {
        let segments = try PathSegments(path).segments
        guard let leaves = root.leaves(for: segments[...]) else { return .nothing }
        guard let leaf = leaves[method] ?? (method == .head ? leaves[.get] : nil) else {
            return .otherMethods(allow: Self.allow(Array(leaves.keys)), leaves.values.map(\.route))
        }
        return .route(leaf.route, parameters: leaf.parameters(in: segments))
    }

    /// Returns the largest content, in bytes, for this method and path; 64 KiB if there is no such route.
    func bodyLimit(_ method: Method, _ path: String) -> Int {
        guard case .route(let route, _) = try? match(method, path) else { return Self.unroutedBodyLimit }
        return route.bodyLimit
    }

    /// Returns `Route.endsWithClient` of this method and path; `false` without a route.
    func endsWithClient(_ method: Method, _ path: String) -> Bool {
        guard case .route(let route, _) = try? match(method, path) else { return false }
        return route.endsWithClient
    }

    /// Returns `Route.streamsContent` of this method and path; `false` without a route.
    func streamsContent(_ method: Method, _ path: String) -> Bool {
        guard case .route(let route, _) = try? match(method, path) else { return false }
        return route.streamsContent
    }

    /// Returns `Route.waits` of this method and path; `false` without a route.
    func waits(_ method: Method, _ path: String) -> Bool {
        guard case .route(let route, _) = try? match(method, path) else { return false }
        return route.waits
    }

    /// Returns whether pages of allowed origins may read the response for this path, even an error.
    func isForAllowedOrigins(_ method: Method, _ path: String) -> Bool {
        switch try? match(method, path) {
        case .route(let route, _): route.isForAllowedOrigins
        case .otherMethods(_, let routes): routes.contains(where: \.isForAllowedOrigins)
        case .nothing, nil: Self.isOfInterface(path)
        }
    }

    /// Returns whether a path belongs to the tenant's API, even if no route matches.
    static func isOfInterface(_ path: String) -> Bool {
        path.hasPrefix("/api/v1/") && !path.hasPrefix("/api/v1/platform")
    }

    private static let unroutedBodyLimit = 64 * 1024

    /// The value of `Allow` for `OPTIONS *`.
    var allow: String { Self.allow(routes.map(\.method)) }

    private static func allow(_ methods: [Method]) -> String {
        var names = Set(methods.map(\.name))
        if names.contains(Method.get.name) { names.insert(Method.head.name) }
        names.insert(Method.options.name)
        return names.sorted().joined(separator: ", ")
    }
}

extension Router {
    fileprivate struct Leaf: Sendable {
        let route: Route
        let template: PathTemplate

        func parameters(in segments: [[UInt8]]) -> [String: String] {
            var parameters: [String: String] = [:]
            for (index, segment) in template.segments.enumerated() {
                switch segment {
                case .literal: break
                case .parameter(let name): parameters[name] = String(decoding: segments[index], as: UTF8.self)
                case .tail(let name):
                    let rest = segments[index...].joined(separator: [UInt8(ascii: "/")])
                    parameters[name] = String(decoding: Array(rest), as: UTF8.self)
                }
            }
            return parameters
        }
    }

    /// A node of the tree. Keys are bytes, because `String` compares by canonical equivalence, by which the Kelvin sign equals a K.
    fileprivate struct Node: Sendable {
        typealias Leaves = [Method: Leaf]

        private var literals: [[UInt8]: Node] = [:]
        /// An array of at most one node, because a structure cannot contain itself.
        private var parameter: [Node] = []
        private var here: Leaves = [:]
        private var tail: Leaves = [:]

        /// Adds a route below this node. Returns `false` if it replaced a route with the same path and method.
        mutating func insert(_ leaf: Leaf, below segments: ArraySlice<PathTemplate.Segment>) -> Bool {
            guard let segment = segments.first else {
                return here.updateValue(leaf, forKey: leaf.route.method) == nil
            }
            switch segment {
            case .literal(let bytes):
                return literals[bytes, default: Node()].insert(leaf, below: segments.dropFirst())
            case .parameter:
                if parameter.isEmpty { parameter.append(Node()) }
                return parameter[0].insert(leaf, below: segments.dropFirst())
            case .tail:
                return tail.updateValue(leaf, forKey: leaf.route.method) == nil
            }
        }

        func leaves(for segments: ArraySlice<[UInt8]>) -> Leaves? {
            guard let segment = segments.first else { return here.isEmpty ? nil : here }
            let rest = segments.dropFirst()
            if let found = literals[segment]?.leaves(for: rest) { return found }
            guard !segment.isEmpty else { return nil }
            if let found = parameter.first?.leaves(for: rest) { return found }
            return tail.isEmpty || rest.contains([]) ? nil : tail
        }
    }
}
