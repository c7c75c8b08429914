import HTTP
import Tenancy
import Web

/// An authenticator that finds the session of a request by a bearer token or a cookie.
public struct SessionAuthenticator: Authenticator {
    private let sessions: SessionStore
    private let platform: PlatformSessionStore?

    /// Creates an authenticator. `platform` is `nil` for a service without platform accounts.
    public init(sessions: SessionStore, platform: PlatformSessionStore? = nil) {
        self.sessions = sessions
        self.platform = platform
    }

    public func caller(of request: Request, in tenant: Tenant, isSecure: Bool) async throws -> Caller? {
        if let secret = try request.bearerSecret() {
            guard let session = try await sessions.session(secret, in: tenant.id), session.kind != .browser else {
                throw Self.invalidToken
            }
            return session.caller(proof: .bearer)
        }
        guard let secret = request.cookieSecret(isSecure: isSecure),
            let session = try await sessions.session(secret, in: tenant.id), session.kind == .browser
        else { return nil }
        return session.caller(proof: .cookie(csrfToken: secret.formToken))
    }

    public func platformCaller(of request: Request, isSecure: Bool) async throws -> PlatformCaller? {
        if let secret = try request.bearerSecret() {
            guard let caller = try await platform?.caller(secret, kind: .token, proof: .bearer) else {
                throw Self.invalidToken
            }
            return caller
        }
        guard let secret = request.platformSecret(isSecure: isSecure) else { return nil }
        return try await platform?.caller(secret, kind: .browser, proof: .cookie(csrfToken: secret.formToken))
    }

    fileprivate static let invalidToken = APIError(
        .unauthorized, code: .invalidToken,
        "the access token is unknown or has expired; sign in again or create a new token")

    fileprivate static let malformedToken = APIError(
        .unauthorized, code: .invalidToken,
        "the Authorization field must contain \"Bearer\", a space and an access token of this server; "
            + "send the token exactly as you received it")
}

extension Session {
    fileprivate func caller(proof: Caller.Proof) -> Caller {
        Caller(userID: user.id.rawValue, login: user.login, role: user.role, scope: scope, proof: proof)
    }
}

extension Request {
    /// The name of the session cookie, without the prefix `__Host-`.
    static let sessionCookie = "session"

    /// Returns the bearer token of the request (RFC 6750 §2.1), or `nil` without an `Authorization` field. Throws 401 for any other content of the
    /// field.
    func bearerSecret() throws(APIError) -> SecretKey? {
        let lines = fields.values(of: "Authorization")
        guard let line = lines.first else { return nil }
        // Splitting bytes is faster than splitting characters, and scripts send a token with every request.
        let words = line.utf8.split(separator: UInt8(ascii: " "))
        guard lines.count == 1, words.count == 2,
            words[0].elementsEqual("bearer".utf8, by: { $0 | 0x20 == $1 }),
            let secret = SecretKey(String(Substring(words[1])))
        else { throw SessionAuthenticator.malformedToken }
        return secret
    }

    /// Returns the caller's account and the secret of the caller's session. Throws 401 without a caller.
    func sessionOwner(_ context: RequestContext) throws(APIError) -> SessionOwner {
        guard let caller = context.caller,
            let secret = try bearerSecret() ?? cookieSecret(isSecure: context.isSecure)
        else { throw APIError.notLoggedIn }
        return SessionOwner(user: User.ID(rawValue: caller.userID), secret: secret)
    }

    /// Returns the secret in the session cookie; `nil` if the cookie is missing or malformed.
    func cookieSecret(isSecure: Bool) -> SecretKey? {
        cookies[SetCookie.name(Self.sessionCookie, isSecure: isSecure)].flatMap(SecretKey.init)
    }
}
