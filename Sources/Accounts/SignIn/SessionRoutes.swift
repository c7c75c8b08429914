import HTTP
import Tenancy
import Web

/// The API routes for signing in and out, and for managing sessions.
public struct SessionRoutes: Sendable {
    private let passwordLogin: PasswordLogin
    private let sessions: SessionStore

    public init(passwordLogin: PasswordLogin, sessions: SessionStore) {
        self.passwordLogin = passwordLogin
        self.sessions = sessions
    }

    public var routes: [Route] {
        [
            Route("findSessions", .get, "/api/v1/sessions", access: .account, endpoint: findSessions),
            Route("createSession", .post, "/api/v1/sessions", access: .everyone, endpoint: createSession),
            Route("deleteOtherSessions", .delete, "/api/v1/sessions", access: .account, endpoint: deleteOtherSessions),
            Route("refreshSession", .post, "/api/v1/sessions/refresh", access: .everyone, endpoint: refreshSession),
            Route(
                "deleteCurrentSession", .delete, "/api/v1/sessions/current", access: .account,
                endpoint: deleteCurrentSession),
            // Session IDs consist of digits, so no session has the ID "refresh" or "current".
            Route("deleteSession", .delete, "/api/v1/sessions/{session}", access: .account, endpoint: deleteSession),
        ]
    }

    /// Answers `findSessions` with the open sessions and access tokens of the caller, most recently used first.
    func findSessions(_ request: Request, _ context: RequestContext) async throws -> Response {
        let owner = try request.sessionOwner(context)
        return try .json(
            ListView(await sessions.openSessions(of: owner, in: context.tenant.id).map(OpenSessionView.init)))
    }

    private struct Login: Decodable {
        let login: String
        let password: String
        /// The name of the device, for the list of sessions.
        let device: String?
        /// The device token from an earlier sign-in on this device.
        let deviceToken: String?
    }

    private static let deviceLimit = 100

    /// Answers `createSession` with 201 and a pair of tokens, 422 if the name of the device is too long, or the errors of `PasswordLogin.signIn`. The
    /// device becomes a known device, and the account's oldest sessions beyond `SessionLimits.perUser` end.
    func createSession(_ request: Request, _ context: RequestContext) async throws -> Response {
        let login = try request.json(as: Login.self)
        if let device = login.device, device.count > Self.deviceLimit {
            throw APIError.invalid("/device", "must have at most \(Self.deviceLimit) characters, found \(device.count)")
        }
        let signIn = try await passwordLogin.signIn(
            login: login.login, password: login.password, device: login.deviceToken.flatMap(SecretKey.init),
            from: request.peer, in: context.tenant.id, logger: context.logger)
        let pair = try await sessions.startDevice(signIn.user.id, device: login.device, in: context.tenant.id)
        return try .json(SessionView(pair, device: signIn.device), status: .created)
    }

    /// Answers `deleteOtherSessions` with 204. Ends all sessions and access tokens of the caller except the current session.
    func deleteOtherSessions(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await sessions.endOthers(of: request.sessionOwner(context), in: context.tenant.id)
        return .noContent
    }

    private struct Renewal: Decodable {
        let refreshToken: String
    }

    /// Answers `refreshSession` with a new pair of tokens, or 401 for a token that cannot be used and for a disabled account. After a used or expired
    /// token, or for a disabled account, the session ends.
    func refreshSession(_ request: Request, _ context: RequestContext) async throws -> Response {
        let renewal = try request.json(as: Renewal.self)
        guard let token = RefreshToken(renewal.refreshToken),
            let pair = try await sessions.refresh(token, in: context.tenant.id)
        else {
            throw APIError(
                .unauthorized, code: .invalidToken,
                "the refresh token is unknown, has been used or has expired; sign in again")
        }
        return try .json(SessionView(pair))
    }

    /// Answers `deleteCurrentSession` with 204. Ends the session or access token that sent the request, and removes the cookie of a browser session.
    func deleteCurrentSession(_ request: Request, _ context: RequestContext) async throws -> Response {
        if let secret = try request.bearerSecret() {
            try await sessions.end(secret, in: context.tenant.id)
            return .noContent
        }
        if let secret = request.cookieSecret(isSecure: context.isSecure) {
            try await sessions.end(secret, in: context.tenant.id)
        }
        var response = Response.noContent
        response.fields.append("Set-Cookie", SessionCookie.none(isSecure: context.isSecure))
        return response
    }

    /// Answers `deleteSession`. Ends one session or access token of the caller. The response is 204, or the same 404 for an unknown session and for a
    /// session of another account.
    func deleteSession(_ request: Request, _ context: RequestContext) async throws -> Response {
        let owner = try request.sessionOwner(context)
        guard let id = Session.ID(try request.parameter("session")),
            try await sessions.end(id, of: owner.user, in: context.tenant.id)
        else {
            throw APIError(
                .notFound, code: .noSuchSession,
                "this account has no session with this ID; the session may have ended")
        }
        return .noContent
    }
}
