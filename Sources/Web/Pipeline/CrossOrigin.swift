import HTTP
import Tenancy

/// The CORS protocol (Fetch standard) for pages of the origins that a tenant allows
/// (docs/decisions/0051-pages-of-other-origins.md).
///
/// It covers the interface, its event streams, documents and pictures, and neither pages nor what acts for the platform
/// (`Route.isForAllowedOrigins`). Such pages prove themselves with bearer tokens; cookies are never shared.
enum CrossOrigin {
    /// The response fields that pages may read, beside those that the Fetch standard safelists.
    static let exposedFields = [
        "Accept-Ranges", "Allow", "Content-Disposition", "Content-Range", "Date", "ETag", "Link", "Location",
        "RateLimit",
        "RateLimit-Policy", "Retry-After", "Upgrade", "WWW-Authenticate", "X-Request-ID",
    ]
    static let exposed = exposedFields.joined(separator: ", ")

    /// The request fields that pages may set: those that the service reads. In lower case, as preflights name them.
    static let requestFields: Set<String> = [
        "accept", "accept-language", "app-platform", "app-version", "authorization", "cache-control",
        "content-language",
        "content-type", "idempotency-key", "if-match", "if-modified-since", "if-none-match", "if-range",
        "if-unmodified-since", "last-event-id", "range", "traceparent", "tracestate",
    ]

    /// For how many seconds a browser may go by a preflight: two hours are the most that Chromium keeps.
    private static let maxAge = "7200"

    /// Adds what the browser is told. An endpoint that is for pages of any site has said so itself.
    static func add(to response: inout Response, of request: Request, in tenant: Tenant) {
        guard let policy = tenant.crossOriginPolicy, response.fields["Access-Control-Allow-Origin"] == nil else {
            return
        }
        for (name, value) in policy.fields(for: request.fields["Origin"]).fields.lines {
            response.fields.append(name, value)
        }
    }

    /// What the answer to OPTIONS says beside `Allow`: for a preflight from an allowed origin which methods and fields its
    /// page may use. None for a tenant that allows no origin.
    static func optionsFields(_ request: Request, routes: [Route], in tenant: Tenant) -> Fields {
        let methods = Set(routes.filter(\.isForAllowedOrigins).map(\.method))
        guard !tenant.allowedOrigins.isEmpty, !methods.isEmpty else { return [:] }
        var fields: Fields = ["Vary": "Access-Control-Request-Method, Access-Control-Request-Headers"]
        guard let origin = request.fields["Origin"], tenant.allowedOrigins.contains(origin),
            request.fields["Access-Control-Request-Method"] != nil
        else { return fields }
        var names = methods.map(\.name)
        if methods.contains(.get) { names.append(Method.head.name) }
        fields.append("Access-Control-Allow-Methods", names.sorted().joined(separator: ", "))
        let asked = request.fields.values(of: "Access-Control-Request-Headers").flatMap { $0.split(separator: ",") }
        let known = Set(asked.map { ASCII.lowered(String(ASCII.trimmed($0))) }).intersection(requestFields)
        if !known.isEmpty { fields.append("Access-Control-Allow-Headers", known.sorted().joined(separator: ", ")) }
        fields.append("Access-Control-Max-Age", maxAge)
        return fields
    }
}

extension Tenant {
    /// Pages of which other origins may read this tenant's answers; `nil` for none.
    public var crossOriginPolicy: CrossOriginPolicy? {
        allowedOrigins.isEmpty
            ? nil : CrossOriginPolicy(origins: allowedOrigins.list, exposedFields: CrossOrigin.exposed)
    }
}

extension Tenant {
    /// Whether the request says that it comes from a page of an allowed origin.
    func allows(_ request: Request) -> Bool {
        !allowedOrigins.isEmpty && request.fields["Origin"].map(allowedOrigins.contains) == true
    }
}

extension Route {
    /// Whether this route is for pages of the tenant's allowed origins: neither a page of ours nor the platform's.
    static func isForAllowedOrigins(path: String, access: Access, errors: ErrorStyle) -> Bool {
        errors != .page && access != .platform && !path.hasPrefix("/api/v1/platform")
    }
}
