import HTTP
import Tenancy
import Web

/// The routes of `/login` and `/logout` for browsers.
public struct LoginRoutes: Sendable {
    private let passwordLogin: PasswordLogin
    private let sessions: SessionStore
    private let landing: @Sendable (Role) -> LocalPath
    private let moreLinks: @Sendable (TenantID) async -> HTML

    /// Creates the routes.
    ///
    /// - Parameters:
    ///   - landing: returns the page that opens for a role after signing in, unless another page was requested.
    ///   - moreLinks: returns the links of a tenant's sign-in page for people who cannot sign in.
    public init(
        passwordLogin: PasswordLogin, sessions: SessionStore,
        landing: @escaping @Sendable (Role) -> LocalPath = { _ in "/" },
        moreLinks: @escaping @Sendable (TenantID) async -> HTML = { _ in .empty }
    ) {
        self.passwordLogin = passwordLogin
        self.sessions = sessions
        self.landing = landing
        self.moreLinks = moreLinks
    }

    public var routes: [Route] {
        [
            Route("getLogin", .get, "/login", access: .visitor, errors: .page, endpoint: getLogin),
            Route("postLogin", .post, "/login", access: .everyone, errors: .page, endpoint: postLogin),
            Route("postLogout", .post, "/logout", access: .visitor, errors: .page, endpoint: postLogout),
        ]
    }

    /// Answers `getLogin` with the sign-in page. A caller who is signed in gets a redirect to the requested page or to the page of the role.
    func getLogin(_ request: Request, _ context: RequestContext) async throws -> Response {
        let next = try request.queryFields().optional("next").flatMap(LocalPath.init(_:))
        if let caller = context.caller { return .seeOther(next ?? landing(caller.role)) }
        let moreLinks = await moreLinks(context.tenant.id)
        return LoginPage(next: next, login: "", error: nil, moreLinks: moreLinks).response(context)
    }

    /// Answers `postLogin` with a redirect, or with the sign-in page and the reason for the refusal. A sign-in creates a new session, ends the
    /// account's oldest sessions beyond `SessionLimits.perUser`, and ends the browser's old session, to prevent session fixation (ASVS 5.0 V7.2.4).
    /// The browser becomes a known device.
    func postLogin(_ request: Request, _ context: RequestContext) async throws -> Response {
        let form = try request.form()
        let login = try form.optional("login") ?? ""
        let next = try form.optional("next").flatMap(LocalPath.init(_:))
        let signIn: PasswordLogin.SignIn
        do {
            signIn = try await passwordLogin.signIn(
                login: login, password: try form.optional("password") ?? "",
                device: DeviceCookie.secret(in: request, isSecure: context.isSecure), from: request.peer,
                in: context.tenant.id, logger: context.logger)
        } catch let error as APIError where LoginPage.shows(error) {
            // After a right password (403), the error itself contains the next steps.
            let moreLinks = error.status == .forbidden ? HTML.empty : await moreLinks(context.tenant.id)
            return LoginPage(next: next, login: login, error: error, moreLinks: moreLinks).response(context)
        }
        if let old = request.cookieSecret(isSecure: context.isSecure) {
            try await sessions.end(old, in: context.tenant.id)
        }
        let secret = try await sessions.startBrowser(signIn.user.id, in: context.tenant.id)
        let session = SessionCookie.field(secret, isSecure: context.isSecure)
        let device = DeviceCookie.field(signIn.device, isSecure: context.isSecure)
        return .seeOther(
            next ?? landing(signIn.user.role), fields: ["Set-Cookie": session, "Set-Cookie": device])
    }

    /// Answers `postLogout` with a redirect to the start page. Ends the browser's session and removes the session cookie.
    func postLogout(_ request: Request, _ context: RequestContext) async throws -> Response {
        if let secret = request.cookieSecret(isSecure: context.isSecure) {
            try await sessions.end(secret, in: context.tenant.id)
        }
        return .seeOther("/", fields: ["Set-Cookie": SessionCookie.none(isSecure: context.isSecure)])
    }
}
