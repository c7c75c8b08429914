import HTTP

/// One endpoint: method, path template, who may call it, and what answers. A route without a declared
/// access does not exist (spec S1.3).
///
/// A class, so that whoever handles a request hands it on for one reference count.
/// Spec Decided 2.
public final class Route: Sendable {
    /// What answers; whatever it throws becomes an answer in `ErrorResponder`.
    public typealias Endpoint = @Sendable (Request, RequestContext) async throws -> Response

    /// The operation's name, of its endpoint function and test, and in openapi.yaml, which describes every route that is no page.
    public let operation: String
    public let method: Method
    /// "/api/v1/shows/{show}": a segment in braces is a parameter, read with `request.parameter`.
    /// A last segment "{name...}" takes the rest of the path.
    public let path: String
    public let access: Access
    /// The names of the query parameters that the endpoint reads. Below `/api/v1` any other is refused with 400: a
    /// misspelt one would be passed over without a word (spec Decided 19). Elsewhere they are not looked at, since
    /// phones and other people's programs add some of their own.
    public let query: Set<String>
    /// How errors are shown: problem+json for the API, a page for browsers, plain text for old phones.
    public let errors: ErrorStyle
    /// The largest content accepted, in bytes; more is refused with 413.
    public let bodyLimit: Int
    /// Whether pages of any site may send changes to it: where nothing that a browser sends along by itself counts, so that
    /// nobody can be made to do anything.
    public let isForAnySite: Bool
    /// Whether pages of the origins that the tenant allows may read its answers and send it changes (`CrossOrigin`).
    public let isForAllowedOrigins: Bool
    /// Whether the endpoint's task is cancelled when its client closes the connection or its sending side. Set it for work
    /// whose result only that client needs.
    public let endsWithClient: Bool
    public let endpoint: Endpoint

    /// Who may call it; what is not said is refused.
    public enum Access: Sendable, Hashable {
        /// Anyone, without a look at credentials: such an answer needs no database.
        case everyone
        /// Anyone; whoever is logged in is known to the endpoint.
        case visitor
        /// Any authenticated account of the tenant, for itself: no token that is limited to a scope.
        case account
        /// An account whose role has this permission.
        case permission(Permission)
        /// Whoever looks after all tenants; no account of a tenant.
        case platform
    }

    /// Whom the errors of a route are shown to.
    public enum ErrorStyle: Sendable, Hashable {
        /// `application/problem+json` (RFC 9457).
        case problem
        /// A page for a browser; a visitor who has to log in is sent there. For pages, their forms and what they load alone: such a
        /// route is not in openapi.yaml.
        case page
        /// One sentence of plain text.
        case plain
    }

    public init(
        _ operation: String, _ method: Method, _ path: String, access: Access, query: Set<String> = [],
        errors: ErrorStyle = .problem, bodyLimit: Int = 64 * 1024, isForAnySite: Bool = false,
        endsWithClient: Bool = false,
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
        self.endpoint = endpoint
    }
}

extension Route {
    /// Whether it is a page, a form of a page or a file that pages load. openapi.yaml describes all other routes.
    public var isPage: Bool { errors == .page }

    /// Throws 400 that names every query parameter of `request` that this route does not read, and those that it does.
    func checkQuery(of request: Request) throws(APIError) {
        guard let text = request.query, !text.isEmpty, path.hasPrefix("/api/v1/") else { return }
        let unknown = try request.queryFields().names.subtracting(query).sorted()
        guard !unknown.isEmpty else { return }
        let allowed =
            query.isEmpty
            ? "this operation takes no query parameters" : "allowed: \(Phrase.list(query.sorted()))"
        throw APIError(
            .badRequest, code: "unknown-parameter",
            "not allowed in the query: \(Phrase.list(unknown.map { "\"\($0)\"" })); \(allowed)",
            faults: unknown.map { .init(field: $0, reason: "is not a parameter of this operation") })
    }
}

extension Request {
    /// A parameter of the route's path, percent-decoded. Asking for one that the template lacks is a fault
    /// of the program and throws `APIError(.internalServerError, …)`.
    public func parameter(_ name: String) throws(APIError) -> String {
        guard let value = parameters[name] else {
            throw APIError(.internalServerError, code: "internal", "the route has no parameter \(name)")
        }
        return value
    }
}
