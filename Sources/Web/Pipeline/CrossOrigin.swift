import HTTP
import Tenancy

/// CORS (Fetch standard) for pages of the origins that a tenant allows (docs/decisions/0051-pages-of-other-origins.md).
///
/// CORS covers neither web pages nor platform operations. Pages of other origins must use bearer tokens; cookies are never shared.
enum CrossOrigin {
    /// The response fields that pages may read, in addition to the safelist of the Fetch standard.
    static let exposedFields = [
        "Accept-Ranges", "Allow", "Content-Disposition", "Content-Range", "Date", "ETag", "Link", "Location",
        "RateLimit", "RateLimit-Policy", "Retry-After", "Server-Time", "Upgrade", "WWW-Authenticate",
        "X-Content-Revision", "X-Request-ID",
    ]
    static let exposed = exposedFields.joined(separator: ", ")

    /// The request fields that pages may set, in lower case as in preflights.
    static let requestFields: Set<String> = [
        "accept", "accept-language", "app-platform", "app-version", "authorization", "cache-control",
        "content-language",
        "content-type", "idempotency-key", "if-match", "if-modified-since", "if-none-match", "if-range",
        "if-unmodified-since", "last-event-id", "range", "traceparent", "tracestate",
    ]

    /// How long browsers may cache the response to a preflight, in seconds. Two hours is Chromium's maximum.
    private static let maxAge = "7200"

    /// Adds the CORS fields, unless the tenant allows no origins or the endpoint has set CORS fields for pages of any site.
    static func add(to response: inout Response, of request: Request, in tenant: Tenant) {
        guard let policy = tenant.crossOriginPolicy, response.fields["Access-Control-Allow-Origin"] == nil else {
            return
        }
        for (name, value) in policy.fields(for: request.fields["Origin"]).fields.lines {
            response.fields.append(name, value)
        }
    }

    /// Returns the CORS fields for OPTIONS, in addition to those of `add`: only `Vary` if the request is not a preflight of an allowed origin; none
    /// if the tenant allows no origins or none of the routes is for allowed origins.
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
        let requested = request.fields.values(of: "Access-Control-Request-Headers").flatMap { $0.split(separator: ",") }
        let known = Set(requested.map { ASCII.lowered(String(ASCII.trimmed($0))) }).intersection(requestFields)
        if !known.isEmpty { fields.append("Access-Control-Allow-Headers", known.sorted().joined(separator: ", ")) }
        fields.append("Access-Control-Max-Age", maxAge)
        return fields
    }
}

extension Tenant {
    /// The origins whose pages may read this tenant's responses, with the response fields that they may read; `nil` if the tenant allows no origins.
    public var crossOriginPolicy: CrossOriginPolicy? {
        allowedOrigins.isEmpty
            ? nil : CrossOriginPolicy(origins: allowedOrigins.list, exposedFields: CrossOrigin.exposed)
    }
}

extension Tenant {
    /// Returns whether the request's `Origin` is an allowed origin of the tenant.
    func allows(_ request: Request) -> Bool {
        !allowedOrigins.isEmpty && request.fields["Origin"].map(allowedOrigins.contains) == true
    }
}

extension Route {
    /// Returns whether pages of allowed origins may use a route. They may use neither web pages, with their forms and files, nor platform operations.
    static func isForAllowedOrigins(path: String, access: Access, errors: ErrorStyle) -> Bool {
        errors != .page && access != .platform && !path.hasPrefix("/api/v1/platform")
    }
}
