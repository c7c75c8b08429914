import FoundationEssentials
import HTTP
import Web

/// The routes for signing in to and out of platform accounts.
public struct PlatformSessionRoutes: Sendable {
    private let platformLogin: PlatformLogin
    private let sessions: PlatformSessionStore

    public init(platformLogin: PlatformLogin, sessions: PlatformSessionStore) {
        self.platformLogin = platformLogin
        self.sessions = sessions
    }

    public var routes: [Route] {
        let sessions = "/api/v1/platform/sessions"
        let page = RouteGroup("/platform", access: .everyone, errors: .page)
        return [
            RouteGroup(sessions, access: .everyone)("createPlatformSession", .post, "", createPlatformSession),
            RouteGroup(sessions, access: .platform)(
                "deleteCurrentPlatformSession", .delete, "/current", deleteCurrentPlatformSession),
            page("getPlatformLogin", .get, "/login", getPlatformLogin),
            page("postPlatformLogin", .post, "/login", postPlatformLogin),
            page("postPlatformLogout", .post, "/logout", postPlatformLogout),
        ]
    }

    private struct Login: Decodable {
        let login: String
        let password: String
    }

    private struct TokenView: Encodable, Sendable {
        let token: String
        let expiresAt: Date
    }

    /// Answers `createPlatformSession` with 201 and a token that is valid for twelve hours, 401 for a wrong login or password, 429 after too many
    /// attempts, or 503 if the hasher is overloaded.
    func createPlatformSession(_ request: Request, _ context: RequestContext) async throws -> Response {
        let login = try request.json(as: Login.self)
        let opened = try await platformLogin.open(
            login: login.login, password: login.password, kind: .token, from: request.peer, logger: context.logger)
        return try .json(
            TokenView(token: opened.secret.text, expiresAt: opened.expiresAt), status: .created,
            fields: ["Cache-Control": "no-store"])
    }

    /// Answers `deleteCurrentPlatformSession` with 204. Ends the session that sent the request.
    func deleteCurrentPlatformSession(_ request: Request, _ context: RequestContext) async throws -> Response {
        if let key = context.platform?.key { try await sessions.end(key) }
        return .noContent
    }

    /// Answers `getPlatformLogin` with the sign-in page.
    func getPlatformLogin(_ request: Request, _ context: RequestContext) async throws -> Response {
        let next = try request.queryFields().optional("next").flatMap(LocalPath.init(_:))
        return PlatformLoginPage(next: next, login: "", error: nil).response
    }

    /// Answers `postPlatformLogin` with a redirect to the requested page or to `/platform`, or with the sign-in page and the error. A sign-in
    /// replaces the browser's session (ASVS 5.0 V7.2.4).
    func postPlatformLogin(_ request: Request, _ context: RequestContext) async throws -> Response {
        let form = try request.form()
        let login = try form.optional("login") ?? ""
        let next = try form.optional("next").flatMap(LocalPath.init(_:))
        let opened: PlatformSessionStore.Opened
        do {
            opened = try await platformLogin.open(
                login: login, password: try form.optional("password") ?? "", kind: .browser, from: request.peer,
                logger: context.logger)
        } catch let error as APIError where LoginPage.shows(error) {
            return PlatformLoginPage(next: next, login: login, error: error).response
        }
        if let old = request.platformSecret(isSecure: context.isSecure) { try await sessions.end(old.hash) }
        let cookie = SetCookie(Request.platformCookie, opened.secret.text, maxAge: nil, isSecure: context.isSecure)
        return .seeOther(next ?? "/platform", fields: ["Set-Cookie": cookie.field])
    }

    /// Answers `postPlatformLogout` with a redirect to the platform's sign-in page. Ends the browser's session and removes the session cookie.
    func postPlatformLogout(_ request: Request, _ context: RequestContext) async throws -> Response {
        if let secret = request.platformSecret(isSecure: context.isSecure) { try await sessions.end(secret.hash) }
        let cookie = SetCookie(Request.platformCookie, "", maxAge: 0, isSecure: context.isSecure)
        return .seeOther("/platform/login", fields: ["Set-Cookie": cookie.field])
    }
}

extension Request {
    /// The name of the cookie for platform sessions, without the prefix `__Host-`.
    static let platformCookie = "platform"

    /// Returns the secret in the platform cookie; `nil` if the cookie is missing or malformed.
    func platformSecret(isSecure: Bool) -> SecretKey? {
        cookies[SetCookie.name(Self.platformCookie, isSecure: isSecure)].flatMap(SecretKey.init)
    }
}
