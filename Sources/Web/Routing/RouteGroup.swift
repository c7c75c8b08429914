import HTTP

/// Routes that share the beginning of their paths, their access, the format of their errors and, by default, the limit of their content.
///
/// ```swift
/// let route = RouteGroup("/api/v1/admin/invitations", access: .permission(.manageAccounts))
/// return [route("deleteInvitation", .delete, "/{invitation}", deleteInvitation)]
/// ```
public struct RouteGroup: Sendable {
    private let prefix: String
    private let access: Route.Access
    private let errors: Route.ErrorStyle
    private let bodyLimit: Int

    /// Creates a group whose paths begin with `prefix`. A route may set its own `bodyLimit`.
    public init(
        _ prefix: String = "", access: Route.Access, errors: Route.ErrorStyle = .problem,
        bodyLimit: Int = Route.defaultBodyLimit
    ) {
        self.prefix = prefix
        self.access = access
        self.errors = errors
        self.bodyLimit = bodyLimit
    }

    /// Returns a route of the group. `path` follows the prefix. A `bodyLimit` of `nil` means the group's limit.
    public func callAsFunction(
        _ operation: String, _ method: HTTP.Method, _ path: String, query: Set<String> = [],
        bodyLimit: Int? = nil, _ endpoint: @escaping Route.Endpoint
    ) -> Route {
        Route(
            operation, method, prefix + path, access: access, query: query, errors: errors,
            bodyLimit: bodyLimit ?? self.bodyLimit, endpoint: endpoint)
    }
}
