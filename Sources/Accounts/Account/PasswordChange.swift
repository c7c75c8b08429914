import HTTP
import Logging
import Tenancy
import Web

/// The use case in which callers change their own password, with the same throttling as a sign-in. All other sessions end, and a browser or device
/// session gets new secrets (ASVS 5.0 V7.4.3, V7.2.4).
public struct PasswordChange: Sendable {
    private let passwordLogin: PasswordLogin
    private let hasher: PasswordHasher
    private let accounts: AccountStore
    private let sessions: SessionStore

    public init(passwordLogin: PasswordLogin, hasher: PasswordHasher, accounts: AccountStore, sessions: SessionStore) {
        self.passwordLogin = passwordLogin
        self.hasher = hasher
        self.accounts = accounts
        self.sessions = sessions
    }

    /// The new secrets of the current session after a change of password.
    enum Renewal: Sendable {
        case browser(SecretKey)
        case device(TokenPair)
        /// The access token stays valid, because the script that uses it could not store a new one.
        case token
    }

    /// Changes the password, ends all other sessions and access tokens, deletes the account's password links, records an audit event, and returns the
    /// new secrets of the current session. Throws 401 if the session has ended, 422 for a password that is wrong or not allowed, 429 after too many
    /// attempts, and 503 if too many sign-ins are waiting. After a `PostgresError`, the password may have been changed, although the current session
    /// still has its old secrets.
    func change(
        from present: String, to new: String, _ request: Request, _ context: RequestContext
    ) async throws -> Renewal {
        let tenant = context.tenant.id
        let owner = try request.sessionOwner(context)
        let user = try await user(present, request, context)
        guard user.id == owner.user, let session = try await sessions.session(owner.secret, in: tenant) else {
            throw APIError.notLoggedIn
        }
        try PasswordRules.check(new, login: user.login, field: "new")
        let hash = try await hasher.hash(new)
        try await accounts.replacePassword(
            of: user, hash: hash, keeping: owner.secret.hash, by: context.privilegedActor, in: tenant)
        switch session.kind {
        case .token: return .token
        case .browser:
            let secret = try await sessions.startBrowser(user.id, in: tenant)
            try await sessions.end(owner.secret, in: tenant)
            return .browser(secret)
        case .device:
            let pair = try await sessions.startDevice(user.id, device: session.device, in: tenant)
            try await sessions.end(owner.secret, in: tenant)
            return .device(pair)
        }
    }

    /// Returns the caller's account if the current password is right. A wrong password throws 422 instead of 401, because apps delete their stored
    /// credentials after a 401 (spec R3).
    private func user(_ present: String, _ request: Request, _ context: RequestContext) async throws -> User {
        do {
            return try await passwordLogin.user(
                login: context.caller?.login ?? "", password: present, from: request.peer, in: context.tenant.id,
                logger: context.logger)
        } catch let error as APIError where error.status == .unauthorized {
            throw APIError.invalid("current", "is incorrect: enter your current password")
        }
    }
}
