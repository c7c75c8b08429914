import HTTP

/// A route: method, path template, access and endpoint. Every route must declare its access (spec S1.3).
///
/// A class, so that passing a route along costs only a reference count (spec Decided 2).
public final class Route: Sendable {
    /// A function that answers requests.
    public typealias Endpoint = @Sendable (Request, RequestContext) async throws -> Response

    /// The name of the operation in openapi.yaml and of the endpoint function.
    public let operation: String
    public let method: Method
    /// The path template, such as "/api/v1/shows/{show}". A last segment "{name...}" matches the rest of the path.
    public let path: String
    public let access: Access
    /// The names of the query parameters that the endpoint reads. Below `/api/v1` other parameters are refused with 400, so that misspelt ones are
    /// noticed (spec Decided 19). Elsewhere they are ignored, because phones and other programs add their own.
    public let query: Set<String>
    /// The format of errors.
    public let errors: ErrorStyle
    /// The largest accepted content, in bytes.
    public let bodyLimit: Int
    /// Whether pages of any site may send changes without credentials to this route. Set `true` only for endpoints that ignore cookies.
    public let isForAnySite: Bool
    /// Whether pages of the tenant's allowed origins may use the route (`CrossOrigin`).
    public let isForAllowedOrigins: Bool
    /// Whether the endpoint's task is cancelled when its client closes the connection or its sending side, for work whose result no other client
    /// needs. Takes effect only for requests with content that is read before the endpoint runs.
    public let endsWithClient: Bool
    /// Whether the endpoint reads the content while it arrives, as `Request.content`.
    public let streamsContent: Bool
    /// Whether a request with a query may wait for a long time without working, as a long poll does. `HotSet.handlerLimit` does not apply to it.
    public let waits: Bool
    public let endpoint: Endpoint

    /// The content limit of a route that does not set a limit, in bytes.
    public static let defaultBodyLimit = 64 * 1024

    /// The callers that a route admits.
    public enum Access: Sendable, Hashable {
        /// Anyone. Credentials are not checked, so that admitting the request needs no database.
        case everyone
        /// Anyone. The endpoint receives the account of a caller with a session or token. An invalid token is refused with 401.
        case visitor
        /// Any account of the tenant, for its own data. Tokens with a scope are refused.
        case account
        /// An account whose role has this permission. A token with a scope must include the permission.
        case permission(Permission)
        /// A platform account. Accounts of tenants are refused.
        case platform
    }

    /// The format of a route's errors.
    public enum ErrorStyle: Sendable, Hashable {
        /// A problem (RFC 9457).
        case problem
        /// An HTML page, for routes that are pages, forms of pages or files that pages load, which are not in openapi.yaml. A 401 becomes a redirect
        /// to the sign-in page, if there is one.
        case page
        /// One sentence of plain text, for old phones.
        case plain
    }

    public init(
        _ operation: String, _ method: Method, _ path: String, access: Access, query: Set<String> = [],
        errors: ErrorStyle = .problem, bodyLimit: Int = Route.defaultBodyLimit, isForAnySite: Bool = false,
        endsWithClient: Bool = false, streamsContent: Bool = false, waits: Bool = false,
        endpoint: @escaping Endpoint
    ) {
        self.operation = operation
        self.method = method
        self.path = path
        self.access = access
        self.query = query
        self.errors = errors
        self.bodyLimit = bodyLimit
        self.isForAnySite = isForAnySite
        isForAllowedOrigins = Self.isForAllowedOrigins(path: path, access: access, errors: errors)
        self.endsWithClient = endsWithClient
        self.streamsContent = streamsContent
        self.waits = waits
        self.endpoint = endpoint
    }
}

extension Route {
    /// Whether the route is a page, a form of a page or a file that pages load, which are not in openapi.yaml.
    public var isPage: Bool { errors == .page }

    /// Throws 400 if the path begins with `/api/v1/` and the query is malformed or has unknown parameters.
    func checkQuery(of request: Request) throws(APIError) {
        guard let text = request.query, !text.isEmpty, path.hasPrefix("/api/v1/") else { return }
        let unknown = try request.queryFields().names.subtracting(query).sorted()
        guard !unknown.isEmpty else { return }
        let allowed =
            query.isEmpty
            ? "this operation takes no query parameters"
            : "this operation takes only the query parameters \(SentenceFormat.list(query.sorted()))"
        throw APIError(
            .badRequest, code: .unknownParameter,
            "the query contains \(SentenceFormat.list(unknown.map { "\"\($0)\"" })); \(allowed)",
            faults: unknown.map { .init(field: $0, reason: "is not a parameter of this operation") })
    }
}

extension Request {
    /// Returns a parameter of the route's path, percent-decoded. Throws 500 for a name that the template does not contain, a mistake in the program.
    public func parameter(_ name: String) throws(APIError) -> String {
        guard let value = parameters[name] else {
            throw APIError(.internalServerError, code: .internalError, "the route has no parameter \(name)")
        }
        return value
    }
}
