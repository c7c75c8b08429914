import HTTP
import Tenancy
import Web

/// The API routes for the caller's own account.
public struct OwnAccountRoutes: Sendable {
    private let accounts: AccountStore
    private let passwords: PasswordChange

    public init(accounts: AccountStore, passwords: PasswordChange) {
        self.accounts = accounts
        self.passwords = passwords
    }

    public var routes: [Route] {
        [
            Route("getOwnAccount", .get, "/api/v1/me", access: .account, endpoint: getOwnAccount),
            Route("updateOwnAccount", .patch, "/api/v1/me", access: .account, endpoint: updateOwnAccount),
            Route("setOwnPassword", .put, "/api/v1/me/password", access: .account, endpoint: setOwnPassword),
        ]
    }

    /// Answers `getOwnAccount` with the caller's account, or 401 if the account was just deleted.
    func getOwnAccount(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let account = try await accounts.account(context.account.user, in: context.tenant.id) else {
            throw Self.gone
        }
        return try .json(AccountView(own: account))
    }

    /// Answers `updateOwnAccount` with the changed account, 422 for invalid values, or 401 if the account was just deleted.
    func updateOwnAccount(_ request: Request, _ context: RequestContext) async throws -> Response {
        let change = try request.json(as: OwnChange.self).change
        guard let account = try await accounts.change(context.account.user, change, in: context.tenant.id) else {
            throw Self.gone
        }
        return try .json(AccountView(own: account))
    }

    private struct Passwords: Decodable {
        let current: String
        let new: String
    }

    /// Answers `setOwnPassword` with a new pair of tokens for a device, a new cookie for a browser, or 204 for an access token, which stays valid.
    /// All other sessions and access tokens end, and the account's password links are deleted. Answers 401 if the session has just ended, 422 for a
    /// password that is wrong or not allowed, 429 after too many attempts, and 503 if too many sign-ins are waiting or the database cannot be
    /// reached; in the second case, the password may have been changed.
    func setOwnPassword(_ request: Request, _ context: RequestContext) async throws -> Response {
        let body = try request.json(as: Passwords.self)
        switch try await passwords.change(from: body.current, to: body.new, request, context) {
        case .device(let pair): return try .json(SessionView(pair))
        case .token: return .noContent
        case .browser(let secret):
            var response = Response.noContent
            response.fields.append("Set-Cookie", SessionCookie.field(secret, isSecure: context.isSecure))
            return response
        }
    }

    /// The error for an account that was deleted after the request was authenticated.
    private static let gone = APIError.notLoggedIn
}
