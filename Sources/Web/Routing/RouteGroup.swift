import HTTP

/// Routes that share the beginning of their paths, their access and the format of their errors.
///
/// ```swift
/// let route = RouteGroup("/api/v1/admin/invitations", access: .permission(.manageAccounts))
/// return [
///     route("findInvitations", .get, "", findInvitations),
///     route("deleteInvitation", .delete, "/{invitation}", deleteInvitation),
/// ]
/// ```
public struct RouteGroup: Sendable {
    private let prefix: String
    private let access: Route.Access
    private let errors: Route.ErrorStyle

    /// Creates a group of routes with paths that begin with `prefix`.
    public init(_ prefix: String = "", access: Route.Access, errors: Route.ErrorStyle = .problem) {
        self.prefix = prefix
        self.access = access
        self.errors = errors
    }

    /// Returns a route of the group.
    ///
    /// - Parameter path: the rest of the path after the prefix.
    public func callAsFunction(
        _ operation: String, _ method: HTTP.Method, _ path: String, query: Set<String> = [],
        bodyLimit: Int = Route.defaultBodyLimit, _ endpoint: @escaping Route.Endpoint
    ) -> Route {
        Route(
            operation, method, prefix + path, access: access, query: query, errors: errors, bodyLimit: bodyLimit,
            endpoint: endpoint)
    }
}
