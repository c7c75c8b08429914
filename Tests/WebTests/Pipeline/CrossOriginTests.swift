import HTTP
import Tenancy
import Testing

@testable import Web

/// Tests of requests from pages of other origins (Fetch standard).
@Suite struct CrossOriginTests {
    /// A resolver with the tenant of hall.example, which has a list of allowed origins.
    private struct Allowing: TenantResolver {
        let tenant: Tenant

        init(_ origins: [String]) throws {
            tenant = OneTenant.hall.with(origin: .local, allowedOrigins: try AllowedOrigins(origins))
        }

        func tenant(for authority: String?) async throws -> Tenant? { knownTenant(for: authority) }
        func knownTenant(for authority: String?) -> Tenant? { authority == "hall.example" ? tenant : nil }
    }

    private static let app = "https://app.example"
    private static let allowOrigin = "Access-Control-Allow-Origin"

    private static let routes = [
        route(.get, "/api/v1/shows"), route(.post, "/api/v1/shows", access: .permission(.editCatalogue)),
        route(.post, "/api/v1/sessions"), route(.get, "/api/v1/me", access: .account),
        route(.put, "/api/v1/me", access: .account),
        route(.get, "/api/v1/platform/tenants", access: .platform), route(.post, "/api/v1/platform/sessions"),
        route(.get, "/images/{file}", errors: .plain), route(.get, "/admin", access: .account, errors: .page),
        route(.post, "/login", errors: .page),
        Route("open", .get, "/open", access: .everyone) { _, _ in
            .text("x", fields: ["Access-Control-Allow-Origin": "*"])
        },
        Route("limited", .get, "/api/v1/limited", access: .everyone) { _, _ in
            throw APIError(.tooManyRequests, code: .rateLimited, "later", retryAfter: 3)
        },
        Route("broken", .get, "/api/v1/broken", access: .everyone) { _, _ in throw CancellationError() },
    ]

    private static func answer(
        _ method: Method, _ path: String, origins: [String] = [app], _ fields: Fields = ["Origin": app],
        body: String = ""
    ) async throws -> Response {
        let service = try application(routes, tenants: origins.isEmpty ? OneTenant() : Allowing(origins))
        return await service.respond(to: .hall(method, path, fields: fields, body: body))
    }

    @Test(arguments: [
        (Method.get, "/api/v1/shows", 200), (.head, "/api/v1/shows", 200), (.get, "/images/a.png", 200),
        (.get, "/api/v1/nothing", 404), (.delete, "/api/v1/shows", 405), (.get, "/api/v1/%2F", 400),
        (.get, "/api/v1/shows?x=1", 400), (.get, "/api/v1/me", 401), (.get, "/api/v1/limited", 429),
        (.get, "/api/v1/broken", 503), (.options, "/api/v1/shows", 204), (.post, "/api/v1/sessions", 200),
    ])
    func anAPIResponseNamesTheOriginOfTheRequestOnlyIfAllowed(
        method: Method, path: String, status: Int
    ) async throws {
        let parts = path.split(separator: "?").map(String.init)
        func ask(_ fields: Fields, _ origins: [String]) async throws -> Response {
            let service = try application(Self.routes, tenants: Allowing(origins))
            return await service.respond(
                to: .hall(method, parts[0], query: parts.count > 1 ? parts[1] : nil, fields: fields))
        }
        let allowed = try await ask(["Origin": Self.app], [Self.app, "https://b.example"])
        #expect(allowed.status.code == status)
        #expect(allowed.fields.values(of: Self.allowOrigin) == [Self.app])
        #expect(allowed.fields["Access-Control-Expose-Headers"] == CrossOrigin.exposed)
        #expect(allowed.fields["Access-Control-Allow-Credentials"] == nil)
        #expect(allowed.fields.values(of: "Vary").contains("Origin"))
        for fields: Fields in [[:], ["Origin": "https://evil.example"], ["Origin": "null"]] {
            let other = try await ask(fields, [Self.app])
            #expect(other.fields[Self.allowOrigin] == nil)
            #expect(other.fields.values(of: "Vary").contains("Origin"))
        }
        for fields: Fields in [[:], ["Origin": "https://evil.example"], ["Origin": "null"]] {
            let any = try await ask(fields, ["*"])
            #expect(any.fields.values(of: Self.allowOrigin) == ["*"])
            #expect(any.fields["Access-Control-Allow-Credentials"] == nil)
            #expect(!any.fields.values(of: "Vary").contains { $0.split(separator: ", ").contains("Origin") })
        }
    }

    @Test(arguments: [
        (Method.get, "/admin"), (.post, "/login"), (.get, "/nothing"), (.get, "/api/v1/platform/tenants"),
        (.post, "/api/v1/platform/sessions"), (.get, "/api/v1/platform/nothing"), (.options, "/admin"),
        (.options, "/api/v1/platform/tenants"),
    ])
    func pagesAndPlatformRoutesHaveNoCORSFields(method: Method, path: String) async throws {
        for origins in [[Self.app], ["*"]] {
            let fields: Fields = ["Origin": Self.app, "Access-Control-Request-Method": "GET"]
            let answer = try await Self.answer(method, path, origins: origins, fields)
            #expect(!answer.fields.lines.contains { $0.name.hasPrefix("Access-Control") })
            #expect(!answer.fields.values(of: "Vary").joined().contains("Origin"))
        }
    }

    @Test func aResponseForAnUnknownHostAllowsNoOrigin() async throws {
        let service = try application(Self.routes, tenants: Allowing(["*"]))
        let answer = await service.respond(
            to: Request(method: .get, path: "/api/v1/shows", authority: "other.example", fields: ["Origin": Self.app]))
        #expect(answer.status == .misdirectedRequest && answer.fields[Self.allowOrigin] == nil)
    }

    @Test func aRouteOpenToEverySiteSendsTheAllowedOriginOnce() async throws {
        #expect(try await Self.answer(.get, "/open").fields.values(of: Self.allowOrigin) == ["*"])
    }

    @Test(arguments: Self.routes.map(\.path), [Method.get, .head, .post, .options, .delete])
    func aTenantWithoutAllowedOriginsSendsNoCORSFields(path: String, method: Method) async throws {
        let fields: Fields = [
            "Origin": Self.app, "Access-Control-Request-Method": "GET",
            "Access-Control-Request-Headers": "authorization",
        ]
        let answer = try await Self.answer(method, path, origins: [], fields)
        let names = answer.fields.lines.map(\.name).filter { $0.hasPrefix("Access-Control") }
        #expect(names.isEmpty || path == "/open")
        #expect(answer.fields["Vary"] == nil)
    }

    // MARK: Preflights

    @Test func aPreflightListsTheAllowedMethodsAndFields() async throws {
        let answer = try await Self.answer(
            .options, "/api/v1/me",
            [
                "Origin": Self.app, "Access-Control-Request-Method": "PUT",
                "Access-Control-Request-Headers":
                    "authorization,content-type, If-Match,x-evil,idempotency-key,cookie,x-csrf-token",
            ])
        #expect(answer.status == .noContent)
        #expect(answer.fields.values(of: Self.allowOrigin) == [Self.app])
        #expect(answer.fields["Access-Control-Allow-Methods"] == "GET, HEAD, PUT")
        #expect(
            answer.fields["Access-Control-Allow-Headers"] == "authorization, content-type, idempotency-key, if-match")
        #expect(answer.fields["Access-Control-Max-Age"] == "7200")
        #expect(answer.fields["Access-Control-Allow-Credentials"] == nil)
        #expect(answer.fields["Allow"] == "GET, HEAD, OPTIONS, PUT")
        let vary = answer.fields.values(of: "Vary").joined(separator: ", ")
        for name in ["Origin", "Access-Control-Request-Method", "Access-Control-Request-Headers"] {
            #expect(vary.contains(name), "\(name)")
        }
    }

    @Test(arguments: ["https://evil.example", "null", "", "https://app.example:443"])
    func aPreflightOfAnOriginThatIsNotAllowedGetsNoCORSFields(origin: String) async throws {
        let answer = try await Self.answer(
            .options, "/api/v1/me", ["Origin": origin, "Access-Control-Request-Method": "PUT"])
        #expect(answer.status == .noContent && answer.fields["Allow"] == "GET, HEAD, OPTIONS, PUT")
        #expect(!answer.fields.lines.contains { $0.name.hasPrefix("Access-Control") })
        #expect(answer.fields.values(of: "Vary").contains("Origin"))
    }

    @Test func aWildcardAllowsPreflightsOfSandboxedPages() async throws {
        let answer = try await Self.answer(
            .options, "/api/v1/me", origins: ["*"], ["Origin": "null", "Access-Control-Request-Method": "GET"])
        #expect(
            answer.fields[Self.allowOrigin] == "*" && answer.fields["Access-Control-Allow-Methods"] == "GET, HEAD, PUT")
    }

    @Test func optionsWithoutARequestMethodIsNotAPreflight() async throws {
        let answer = try await Self.answer(.options, "/api/v1/me")
        #expect(answer.fields["Access-Control-Allow-Methods"] == nil && answer.fields[Self.allowOrigin] == Self.app)
    }

    // MARK: Changes

    @Test func aPageOfAnAllowedOriginCanSignInAndUseItsToken() async throws {
        let json: Fields = ["Origin": Self.app, "Sec-Fetch-Site": "cross-site"]
        #expect(try await Self.answer(.post, "/api/v1/sessions", json).status == .ok)
        #expect(try await Self.answer(.post, "/api/v1/sessions", origins: ["*"], json).status == .ok)
        var bearer = json
        bearer["Authorization"] = "Bearer listener"
        #expect(try await Self.answer(.put, "/api/v1/me", bearer).status == .ok)
    }

    @Test(arguments: [["https://b.example"], []])
    func aPageOfAnOriginThatIsNotAllowedCannotSignIn(origins: [String]) async throws {
        let answer = try await Self.answer(.post, "/api/v1/sessions", origins: origins)
        #expect(answer.status == .forbidden && answer.text.contains("forged-request"))
    }

    @Test(arguments: [[Self.app], ["*"]])
    func aChangeWithACookieIsRefusedEvenFromAnAllowedOrigin(origins: [String]) async throws {
        let fields: Fields = ["Origin": Self.app, "Cookie": "who=listener", "X-CSRF-Token": "token-listener"]
        let answer = try await Self.answer(.put, "/api/v1/me", origins: origins, fields)
        #expect(answer.status == .forbidden && answer.text.contains("forged-request"))
        // A browser does not pass a response to a request with cookies on to the page, because the field that allows it
        // is missing.
        let read = try await Self.answer(.get, "/api/v1/me", origins: origins, fields)
        #expect(read.fields["Access-Control-Allow-Credentials"] == nil)
    }

    @Test(arguments: [[Self.app], ["*"]])
    func anAllowedOriginCannotUseTheSignInFormOrThePlatformSignIn(origins: [String]) async throws {
        #expect(try await Self.answer(.post, "/login", origins: origins).status == .forbidden)
        #expect(try await Self.answer(.post, "/api/v1/platform/sessions", origins: origins).status == .forbidden)
    }

    // MARK: Responses of the HTTP server

    /// The HTTP server adds these fields to its own errors. `errorResponsesHaveCORSFieldsForAllowedOrigins` in `AppTests` reads such an error, a 413,
    /// from a running server.
    @Test func errorsOfTheHTTPServerNameTheAllowedOrigin() throws {
        let service = try application(Self.routes, tenants: Allowing([Self.app]))
        func fields(_ path: String, _ origin: String?, at host: String = "hall.example") -> CrossOriginFields? {
            service.crossOriginFields(
                of: Request(method: .post, path: path, authority: host, fields: origin.map { ["Origin": $0] } ?? [:]))
        }
        #expect(fields("/api/v1/shows", Self.app)?.fields[Self.allowOrigin] == Self.app)
        #expect(fields("/api/v1/shows", "https://evil.example")?.fields[Self.allowOrigin] == nil)
        #expect(fields("/login", Self.app) == nil && fields("/api/v1/platform/sessions", Self.app) == nil)
        #expect(fields("/api/v1/shows", Self.app, at: "other.example") == nil)
    }

    @Test func aRefusedEventStreamKeepsItsCORSFields() throws {
        let service = try application(Self.routes)
        let policy = CrossOriginPolicy(origins: [Self.app], exposedFields: CrossOrigin.exposed)
        let stream = Response(.ok, fields: policy.fields(for: Self.app).fields)
        let refusal = service.refusal(.address, inPlaceOf: stream)
        #expect(refusal.fields[Self.allowOrigin] == Self.app && refusal.fields["Vary"] == "Origin")
    }
}
