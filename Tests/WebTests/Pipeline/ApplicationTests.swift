import Dispatch
import Foundation
import Postgres
import Synchronization
import Testing

@testable import HTTP
@testable import Web

/// An executor that stands in for an event loop.
private actor TestLoop {
    private nonisolated let executor = LoopExecutor(queue: DispatchQueue(label: "test loop"))

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func response(of application: Application, to request: Request) async -> Response {
        await application.respond(to: request)
    }
}

@Suite struct ApplicationTests {
    private static let routes = [
        route(.get, "/api/v1/open", "open"), route(.get, "/api/v1/visit", "visit", access: .visitor),
        route(.get, "/api/v1/mine", "mine", access: .account),
        route(.put, "/api/v1/live", "live", access: .permission(.moveLive)),
        route(.get, "/api/v1/platform", "platform", access: .platform),
        route(.get, "/operator", "desk", access: .permission(.viewOperator), errors: .page),
        route(.post, "/operator", "press", access: .permission(.moveLive), errors: .page),
        route(.get, "/getData.php", "data", errors: .plain),
    ]

    @Test(arguments: [
        (Method.get, "/api/v1/open", nil, 200), (.get, "/api/v1/open", "Bearer nobody", 200),
        (.get, "/api/v1/visit", nil, 200), (.get, "/api/v1/visit", "Bearer listener", 200),
        (.get, "/api/v1/visit", "Bearer nobody", 401),
        (.get, "/api/v1/mine", nil, 401), (.get, "/api/v1/mine", "Bearer nobody", 401),
        (.get, "/api/v1/mine", "Bearer listener", 200), (.get, "/api/v1/mine", "Bearer admin", 200),
        (.put, "/api/v1/live", nil, 401), (.put, "/api/v1/live", "Bearer listener", 403),
        (.put, "/api/v1/live", "Bearer editor", 403), (.put, "/api/v1/live", "Bearer programmer", 403),
        (.put, "/api/v1/live", "Bearer operator", 200), (.put, "/api/v1/live", "Bearer admin", 200),
        (.get, "/api/v1/mine", "Bearer operator:moveLive", 403),
        (.put, "/api/v1/live", "Bearer operator:moveLive", 200),
        (.put, "/api/v1/live", "Bearer operator:putOnAir", 403),
        (.put, "/api/v1/live", "Bearer listener:moveLive", 403),
        (.get, "/api/v1/platform", nil, 401), (.get, "/api/v1/platform", "Bearer admin", 401),
        (.get, "/api/v1/platform", "Bearer platform", 200), (.get, "/api/v1/mine", "Bearer platform", 401),
        (.head, "/api/v1/mine", nil, 401), (.head, "/api/v1/mine", "Bearer listener", 200),
    ])
    func aRouteAdmitsOnlyTheCallersThatItsAccessAllows(
        method: Method, path: String, authorization: String?, status: Int
    ) async throws {
        var request = Request.hall(method, path)
        request.fields["Authorization"] = authorization
        let response = try await application(Self.routes).respond(to: request)
        #expect(response.status.code == status)
        #expect((response.fields["WWW-Authenticate"] != nil) == (status == 401))
    }

    /// Spec H9.
    @Test func anEndpointRunsOnTheEventLoopOfItsConnection() async throws {
        let places = Mutex<[ObjectIdentifier?]>([])
        let routes = [
            Route("open", .get, "/api/v1/open", access: .everyone) { _, _ in
                places.withLock { $0.append(LoopExecutor.current) }
                return .noContent
            }
        ]
        _ = try await TestLoop().response(of: application(routes), to: .hall(.get, "/api/v1/open"))
        #expect(places.withLock { $0.count } == 1)
        #expect(places.withLock { $0.first != .some(nil) })
    }

    @Test func aRequestHasAnOutageAllowanceForItsDatabaseCalls() throws {
        let allowance = Mutex<OutageAllowance?>(nil)
        try application(Self.routes).withRequestValues { allowance.withLock { $0 = OutageAllowance.current } }
        #expect(allowance.withLock { $0 != nil })
    }

    @Test(arguments: [
        ("/api/v1/open", "limit=5", 200), ("/api/v1/open", "", 200), ("/api/v1/open", "lmit=5", 400),
        ("/api/v1/open", "limit=5&x", 400), ("/api/v1/mine", "x=1", 401), ("/getData.php", "x=1", 200),
    ])
    func onlyTheAPIRefusesUnknownQueryParameters(path: String, query: String, status: Int) async throws {
        let routes = [
            Route("open", .get, "/api/v1/open", access: .everyone, query: ["limit"]) { _, _ in .noContent },
            Self.routes[2], Self.routes[7],
        ]
        var request = Request.hall(.get, path)
        request.query = query
        let response = try await application(routes).respond(to: request)
        #expect(response.status.code == (status == 200 && path == "/api/v1/open" ? 204 : status))
    }

    @Test func theErrorForAnUnknownQueryParameterListsTheAllowedParameters() async throws {
        let route = Route("open", .get, "/api/v1/open", access: .everyone, query: ["limit", "cursor"]) { _, _ in
            .noContent
        }
        var request = Request.hall(.get, "/api/v1/open")
        request.query = "lmit=5"
        let response = try await application([route]).respond(to: request)
        #expect(response.text.contains("\"code\":\"unknown-parameter\""))
        #expect(
            response.text.contains(
                #"the query contains \"lmit\"; this operation takes only the query parameters cursor and limit"#))
    }

    @Test func theErrorForAForbiddenRequestNamesRoleAndPermission() async throws {
        let request = Request.hall(.put, "/api/v1/live", fields: ["Authorization": "Bearer editor"])
        let response = try await application(Self.routes).respond(to: request)
        #expect(response.text.contains("\"code\":\"wrong-role\""))
        #expect(response.text.contains("the role editor does not have the permission moveLive; ask an administrator"))
    }

    @Test func anAPIErrorIsAProblemDocument() async throws {
        let response = try await application(Self.routes).respond(to: .hall(.get, "/api/v1/nothing"))
        #expect(response.status == .notFound)
        #expect(response.fields["Content-Type"] == "application/problem+json")
        let expected = """
            {"code":"no-such-path","detail":"this path does not exist: check the address","status":404,"title":"Not Found",\
            "type":"urn:tutti:problem:no-such-path"}
            """
        #expect(response.text == expected)
        #expect(response.route == "none")
        #expect(response.realm == "hall")
    }

    @Test func aNotFoundErrorIsAPageForABrowserAndPlainTextForOtherClients() async throws {
        let application = try application(Self.routes)
        let page = await application.respond(to: .hall(.get, "/nothing", fields: ["Accept": "text/html,*/*"]))
        #expect(page.status == .notFound)
        #expect(page.fields["Content-Type"] == "text/html; charset=utf-8")
        #expect(page.text.contains("This path does not exist: check the address."))
        let plain = await application.respond(to: .hall(.get, "/nothing.png"))
        #expect(plain.status == .notFound)
        #expect(plain.fields["Content-Type"] == "text/plain; charset=utf-8")
        #expect(plain.text == "this path does not exist: check the address\n")
    }

    @Test func anUnknownHostGives421() async throws {
        var request = Request.hall(.get, "/api/v1/open")
        for authority in ["other.example", nil] {
            request.authority = authority
            let response = try await application(Self.routes).respond(to: request)
            #expect(response.status == .misdirectedRequest)
            #expect(response.text.contains("\"code\":\"unknown-host\""))
            #expect(response.realm == "")
        }
    }

    /// Spec S1.3.
    @Test func anUnsupportedMethodGives405WithAllow() async throws {
        let application = try application(Self.routes)
        for method in [Method.delete, .other] {
            let response = await application.respond(to: .hall(method, "/api/v1/live"))
            #expect(response.status == .methodNotAllowed)
            #expect(response.fields["Allow"] == "OPTIONS, PUT")
        }
    }

    @Test func optionsListsTheMethodsOfAPathOrOfTheServer() async throws {
        let application = try application(Self.routes)
        let response = await application.respond(to: .hall(.options, "/operator"))
        #expect(response.status == .noContent)
        #expect(response.fields["Allow"] == "GET, HEAD, OPTIONS, POST")
        let server = await application.respond(to: .hall(.options, "*"))
        #expect(server.status == .noContent)
        #expect(server.fields["Allow"] == "GET, HEAD, OPTIONS, POST, PUT")
        #expect(await application.respond(to: .hall(.get, "*")).status == .badRequest)
    }

    @Test func aVisitorOfAProtectedPageIsRedirectedToTheSignInPage() async throws {
        let request = Request.hall(.get, "/operator", query: "piece=3&m=4")
        let response = try await application(Self.routes).respond(to: request)
        #expect(response.status == .seeOther)
        #expect(response.fields["Location"] == "/login?next=%2Foperator%3Fpiece%3D3%26m%3D4")
        let post = try await application(Self.routes).respond(to: .hall(.post, "/operator"))
        #expect(post.status == .seeOther)
        #expect(post.fields["Location"] == "/login")
        let long = Request.hall(.get, "/operator", query: "piece=" + String(repeating: "3", count: 2000))
        let far = try await application(Self.routes).respond(to: long)
        #expect(far.status == .seeOther, "a return path that is too long is omitted")
        #expect(far.fields["Location"] == "/login")
    }

    private struct TestError: Error {}

    private static func failing(_ error: any Error, style: Route.ErrorStyle = .problem) throws -> Application {
        try application([
            Route("fail", .get, "/fail", access: .everyone, errors: style) { _, _ in throw error }
        ])
    }

    /// Spec S1.23.
    @Test func anUnexpectedErrorGives500WithOnlyTheRequestID() async throws {
        let response = try await Self.failing(TestError()).respond(to: .hall(.get, "/fail"))
        #expect(response.status == .internalServerError)
        let requestID = try #require(response.fields["X-Request-ID"])
        #expect(response.text.contains("\"requestId\":\"\(requestID)\""))
        #expect(!response.text.contains("TestError"))
        #expect(response.route == "/fail")
    }

    /// Spec O3.2.
    @Test(arguments: [
        PostgresError.unavailable(reason: "secret host"), .poolTimeout,
        .server(sqlState: "57P01", message: "secret", constraint: nil, detail: nil),
    ])
    func anUnavailableDatabaseGives503(error: PostgresError) async throws {
        let response = try await Self.failing(error).respond(to: .hall(.get, "/fail"))
        #expect(response.status == .serviceUnavailable)
        #expect(response.fields["Retry-After"] == "2")
        #expect(response.text.contains("\"code\":\"database-unavailable\""))
        #expect(!response.text.contains("secret"))
    }

    @Test(arguments: [
        PostgresError.server(sqlState: "53100", message: "secret path", constraint: nil, detail: nil) as any Error,
        POSIXError(.ENOSPC) as any Error,
    ])
    func aFullDiskGives507(error: any Error) async throws {
        let response = try await Self.failing(error).respond(to: .hall(.get, "/fail"))
        #expect(response.status == .insufficientStorage)
        #expect(response.fields["Retry-After"] != nil)
        #expect(response.text.contains("\"code\":\"disk-full\""))
        #expect(!response.text.contains("secret"))
    }

    @Test func anInvalidSQLStatementGives500() async throws {
        let error = PostgresError.server(sqlState: "42601", message: "secret", constraint: nil, detail: nil)
        let response = try await Self.failing(error, style: .plain).respond(to: .hall(.get, "/fail"))
        #expect(response.status == .internalServerError)
        #expect(!response.text.contains("secret"))
    }

    @Test func everyFaultInAnErrorResponseNamesItsField() async throws {
        let error = APIError.invalid([
            .init(field: "/measure", reason: "is missing"), .init(field: "/piece", reason: "is too long"),
        ])
        let problem = try await Self.failing(error).respond(to: .hall(.get, "/fail"))
        #expect(problem.status == .unprocessableContent)
        #expect(problem.text.contains(#""faults":[{"field":"/measure","reason":"is missing"},"#))
        let page = try await Self.failing(error, style: .page).respond(to: .hall(.get, "/fail"))
        #expect(page.text.contains("<li>/measure is missing</li>"))
    }

    @Test func requestsForTheSameUnknownPathGetEqualContent() async throws {
        let application = try application(Self.routes)
        let one = await application.respond(to: .hall(.get, "/api/v1/nothing"))
        let two = await application.respond(to: .hall(.get, "/api/v1/nothing"))
        #expect(one.text == two.text)
    }

    @Test(arguments: ["/livez", "/readyz", "/healthz"])
    func probesReportTheStateOfTheServerForAnyHost(path: String) async throws {
        var request = Request.hall(.get, path)
        request.authority = "127.0.0.1:1"
        let ready = try await application([]).respond(to: request)
        #expect(ready.status == .ok)
        #expect(ready.text == "ok\n")
        let response = try await application([], reasons: ["draining", "no database"]).respond(to: request)
        #expect(response.status == (path == "/livez" ? .ok : .serviceUnavailable))
        #expect(response.text == (path == "/livez" ? "ok\n" : "draining\nno database\n"))
    }

    /// Spec S1.14.
    @Test func responsesDoNotReplaceTheSecurityFieldsOfTheServer() async throws {
        let application = try application(Self.routes)
        for path in ["/api/v1/open", "/api/v1/nothing", "/livez", "/nothing"] {
            let fields = await application.respond(to: .hall(.get, path)).fields
            #expect(fields["Cache-Control"] == "no-store")
            #expect(fields["Strict-Transport-Security"] == nil)
            // The server's fields apply unless the response has a field with the same name.
            for line in SecurityFields.server.lines { #expect(fields[line.name] == nil) }
        }
        let fields = SecurityFields.server
        #expect(fields["Content-Security-Policy"]?.contains("default-src 'none'") == true)
        #expect(fields["Content-Security-Policy"]?.contains("frame-ancestors 'none'") == true)
        #expect(fields["Referrer-Policy"] == "same-origin")
        #expect(fields["Cross-Origin-Opener-Policy"] == "same-origin")
        #expect(fields["X-Content-Type-Options"] == "nosniff")
    }

    @Test func anEndpointMaySetItsOwnCacheControlField() async throws {
        let own = Route("own", .get, "/own", access: .everyone) { _, _ in
            .text("x", fields: ["Cache-Control": "max-age=60"])
        }
        let response = try await application([own]).respond(to: .hall(.get, "/own"))
        #expect(response.fields.values(of: "Cache-Control") == ["max-age=60"])
    }

    @Test func anEventStreamBeyondALimitIsRefusedWithAProblemDocument() async throws {
        let stream = Route("events", .get, "/events", access: .everyone) { _, _ in
            var response = Response(content: .events(EventBroadcaster { _ in [] }, lastEventID: nil))
            response.fields.append("Vary", "X-First")
            response.fields.append("Vary", "X-Second")
            return response
        }
        let application = try application([stream])
        let response = await application.respond(to: .hall(.get, "/events"))
        for (refusal, status, code) in [
            (StreamRefusal.address, 429, "too-many-streams"), (.realm, 503, "streams-exhausted"),
        ] {
            let answer = application.refusal(refusal, inPlaceOf: response)
            #expect(answer.status.code == status)
            #expect(answer.fields.values(of: "Content-Type") == ["application/problem+json"])
            #expect(answer.fields["Retry-After"] == "10")
            #expect(answer.fields.values(of: "Cache-Control") == ["no-store"])
            #expect(answer.fields["X-Request-ID"] == response.fields["X-Request-ID"])
            #expect(answer.fields.values(of: "Vary") == response.fields.values(of: "Vary"))
            #expect(answer.fields.values(of: "Vary").joined(separator: ", ").contains("X-Second"))
            #expect(answer.route == "/events")
            #expect(answer.realm == response.realm && !answer.realm.isEmpty)
            guard case .bytes(let body) = answer.content else {
                Issue.record("no problem")
                return
            }
            #expect(String(decoding: body, as: UTF8.self).contains("\"code\":\"\(code)\""))
        }
    }
}
