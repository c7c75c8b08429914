import FoundationEssentials
import HTTP
import Tenancy
import Web

/// The API routes for the caller's access tokens.
public struct TokenRoutes: Sendable {
    private let tokens: TokenStore

    public init(tokens: TokenStore) { self.tokens = tokens }

    public var routes: [Route] {
        [
            Route("findTokens", .get, "/api/v1/me/tokens", access: .account, endpoint: findTokens),
            Route("createToken", .post, "/api/v1/me/tokens", access: .account, endpoint: createToken),
            Route("deleteToken", .delete, "/api/v1/me/tokens/{token}", access: .account, endpoint: deleteToken),
        ]
    }

    /// Answers `findTokens` with the caller's valid access tokens, newest first.
    func findTokens(_ request: Request, _ context: RequestContext) async throws -> Response {
        let user = try context.account.user
        return try .json(ListView(await tokens.tokens(of: user, in: context.tenant.id).map { TokenView($0) }))
    }

    private struct Body: Decodable {
        let name: String
        let scope: [String]?
        let expiresAt: Date?
        let expiresInMs: Int64?
    }

    /// Answers `createToken` with 201 and the token's text, which no later response contains, 422 for invalid values, or 409 if the account has
    /// reached its limit of tokens. Without `expiresAt` and `expiresInMs`, the token has the maximum lifetime. After a 503, a token may exist whose
    /// text is lost, and another request creates a second token.
    func createToken(_ request: Request, _ context: RequestContext) async throws -> Response {
        let body = try request.json(as: Body.self)
        let caller = try context.account
        let scope = try body.scope.map { names throws(APIError) in try NewToken.scope(names, of: caller.role) }
        let end = try Expiry(at: body.expiresAt, inMs: body.expiresInMs, most: tokens.longest).date
        let new = try NewToken(name: body.name, scope: scope, expiresAt: end)
        let made = try await tokens.create(new, for: caller.user, by: context.privilegedActor, in: context.tenant.id)
        return try .json(TokenView(made.token, text: made.text), status: .created)
    }

    /// Answers `deleteToken` with 204, or with the same 404 for an unknown token and for one of another account.
    func deleteToken(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let id = Session.ID(try request.parameter("token")),
            try await tokens.delete(
                id, of: try context.account.user, by: context.privilegedActor, in: context.tenant.id)
        else {
            throw APIError(
                .notFound, code: .noSuchToken,
                "this account has no access token with this ID; the token may have expired")
        }
        return .noContent
    }
}

extension RequestContext {
    /// The caller's account and role. Throws 401 without an account.
    var account: (user: User.ID, role: Role) {
        get throws(APIError) {
            guard let caller else { throw .notLoggedIn }
            return (User.ID(rawValue: caller.userID), caller.role)
        }
    }
}
