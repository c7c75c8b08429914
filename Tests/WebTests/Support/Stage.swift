import HTTP
import Tenancy
import TestSupport

@testable import Web

/// A resolver with one tenant, "hall", for the host hall.example. All other hosts are unknown.
struct OneTenant: TenantResolver {
    static let hall = Tenant(
        id: TenantID(rawValue: 1), slug: "hall", name: "Hall & Choir", locale: "en", integerSeconds: false,
        multicast: MulticastScope())

    func tenant(for authority: String?) async throws -> Tenant? {
        authority == "hall.example" ? Self.hall : nil
    }
}

/// An authenticator for "Authorization: Bearer ROLE", "Bearer ROLE:PERMISSION" for a token with a scope, and the cookie "who=ROLE" with the form
/// token "token-ROLE". "Bearer platform" is a platform account.
struct ByName: Authenticator {
    func caller(of request: Request, in tenant: Tenant, isSecure: Bool) async throws -> Caller? {
        if let field = request.fields["Authorization"] {
            let words = field.dropFirst("Bearer ".count).split(separator: ":").map(String.init)
            guard let role = words.first.flatMap(Role.init) else { throw Self.unknown }
            let scope = words.count > 1 ? Set(words.dropFirst().compactMap(Permission.init)) : nil
            return Caller(userID: 1, login: role.rawValue, role: role, scope: scope, proof: .bearer)
        }
        return request.cookies["who"].flatMap(Role.init).map {
            Caller(userID: 2, login: $0.rawValue, role: $0, proof: .cookie(csrfToken: "token-\($0)"))
        }
    }

    func platformCaller(of request: Request, isSecure: Bool) async throws -> PlatformCaller? {
        guard let field = request.fields["Authorization"] else { return nil }
        guard field == "Bearer platform" else { throw Self.unknown }
        return PlatformCaller(id: 1, login: "ada", proof: .bearer, key: [1])
    }

    private static let unknown = APIError(.unauthorized, code: .invalidToken, "the token is unknown")
}

/// Returns an application with the given routes.
func application(
    _ routes: [Route], reasons: [String] = [], gates: Gates = Gates(), proxies: TrustedProxies = .none,
    compressor: Workers? = nil, tenants: any TenantResolver = OneTenant(), log: RecordedLog = RecordedLog(),
    siteMap: SiteMap = .empty
) throws -> Application {
    Application(
        router: try Router(routes), probes: Probes { reasons }, tenants: tenants, authenticator: ByName(),
        gates: gates, proxies: proxies, siteMap: siteMap, compressor: compressor, logger: log.logger)
}

extension Request {
    /// Returns a request to hall.example.
    static func hall(
        _ method: Method, _ path: String, query: String? = nil, fields: Fields = [:], body: String = ""
    ) -> Request {
        Request(
            method: method, path: path, query: query, authority: "hall.example", fields: fields,
            body: Array(body.utf8))
    }
}

extension Response {
    /// The bytes of the content as text.
    var text: String {
        guard case .bytes(let bytes) = content else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Returns a route that responds with the name of its operation.
func route(
    _ method: Method, _ path: String, _ operation: String? = nil, access: Route.Access = .everyone,
    errors: Route.ErrorStyle = .problem
) -> Route {
    let name = operation ?? "\(method)-\(path)"
    return Route(name, method, path, access: access, errors: errors) { _, _ in .text(name) }
}
