import HTTP
import Logging
import Tenancy
import Web

/// How an owner changes the password: the present one is checked as slowly for guessers as at a log-in, all other
/// sessions end, and the one that asks goes on under new secrets (ASVS 5.0 V7.4.3, V7.2.4).
public struct PasswordChange: Sendable {
    private let desk: LoginDesk
    private let hasher: PasswordHasher
    private let accounts: AccountStore
    private let sessions: SessionStore

    public init(desk: LoginDesk, hasher: PasswordHasher, accounts: AccountStore, sessions: SessionStore) {
        self.desk = desk
        self.hasher = hasher
        self.accounts = accounts
        self.sessions = sessions
    }

    /// What the session that asked goes on with.
    enum Renewal: Sendable {
        case browser(SecretKey)
        case device(TokenPair)
        /// A script's token goes on as it is: nobody is there to take a new one.
        case token
    }

    /// Throws 422 when the present password is another or the new one cannot be, 429 to whoever guesses.
    func change(
        from present: String, to new: String, _ request: Request, _ context: RequestContext
    ) async throws -> Renewal {
        let tenant = context.tenant.id
        let owner = try request.sessionOwner(context)
        let user = try await user(present, request, context)
        guard user.id == owner.user, let session = try await sessions.session(owner.secret, in: tenant) else {
            throw APIError(.unauthorized, code: "not-logged-in", "sign in first")
        }
        try PasswordRules.check(new, login: user.login)
        let hash = try await hasher.hash(new)
        try await accounts.replacePassword(
            of: user, hash: hash, keeping: owner.secret.hash, by: context.steward, in: tenant)
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

    /// A wrong password is a wrong value here and no 401: whoever asks is logged in, and an app forgets what it keeps
    /// at a 401 (spec R3).
    private func user(_ present: String, _ request: Request, _ context: RequestContext) async throws -> User {
        do {
            return try await desk.user(
                login: context.caller?.login ?? "", password: present, from: request.peer, in: context.tenant.id,
                logger: context.logger)
        } catch let error as APIError where error.status == .unauthorized {
            throw APIError.invalid("current", "is incorrect")
        }
    }
}
