import HTTP
import Tenancy
import Web

/// The API routes for managing a tenant's accounts. They answer 404 for an unknown account. A new link is also sent by mail if the account has an
/// address and the server sends mail.
public struct AccountAdminRoutes: Sendable {
    private let accounts: AccountStore
    private let sessions: SessionStore
    private let links: AccountLinkStore
    private let hasher: PasswordHasher
    private let mail: AccountMail

    public init(
        accounts: AccountStore, sessions: SessionStore, links: AccountLinkStore, hasher: PasswordHasher,
        mail: AccountMail
    ) {
        self.accounts = accounts
        self.sessions = sessions
        self.links = links
        self.hasher = hasher
        self.mail = mail
    }

    public var routes: [Route] {
        let route = RouteGroup("/api/v1/admin/accounts", access: .permission(.manageAccounts))
        return [
            route("findAccounts", .get, "", query: ["cursor", "limit", "role", "search"], findAccounts),
            route("createAccount", .post, "", createAccount),
            route("getAccount", .get, "/{account}", getAccount),
            route("updateAccount", .patch, "/{account}", updateAccount),
            route("deleteAccount", .delete, "/{account}", deleteAccount),
            route("findAccountSessions", .get, "/{account}/sessions", findAccountSessions),
            route("deleteAccountSessions", .delete, "/{account}/sessions", deleteAccountSessions),
            route("createPasswordReset", .post, "/{account}/password-resets", createPasswordReset),
        ]
    }

    /// Answers `findAccounts` with one page of the tenant's accounts, sorted by login.
    func findAccounts(_ request: Request, _ context: RequestContext) async throws -> Response {
        let query = try AccountQuery(request.queryFields())
        let page = try await accounts.accounts(matching: query, in: context.tenant.id)
        return try .json(
            ListView(page.accounts.map { AccountView($0) }, next: page.next.map(AccountQuery.cursor)))
    }

    private struct Body: Decodable {
        let login: String
        let role: RoleName
        let password: String?
        let displayName: String?
        let email: String?
    }

    /// Answers `createAccount` with 201, 422 for invalid values, 409 if the login is taken or the tenant has reached its limit of accounts, or 503 if
    /// the hasher is overloaded. Without a password in the request, the response contains a link for setting one; if the link cannot be created, the
    /// response is an error, but the account exists.
    func createAccount(_ request: Request, _ context: RequestContext) async throws -> Response {
        let body = try request.json(as: Body.self)
        let new = try NewAccount(
            login: body.login, role: body.role.role, displayName: body.displayName, email: body.email)
        if let password = body.password { try PasswordRules.check(password, login: new.login) }
        var hash: String?
        if let password = body.password { hash = try await hasher.hash(password) }
        let privilegedActor = try context.privilegedActor
        let account = try await accounts.create(new, hash: hash, in: context.tenant) { _ in privilegedActor }
        let link = hash == nil ? try await passwordLink(of: account.user.id, request, context) : nil
        return try .json(CreatedAccountView(account: AccountView(account), link: link), status: .created)
    }

    /// Answers `getAccount` with one account of the tenant, or 404.
    func getAccount(_ request: Request, _ context: RequestContext) async throws -> Response {
        try .json(AccountView(await account(request, context)))
    }

    /// Answers `updateAccount` with the changed account, 409 if the tenant would be left without an enabled administrator, or 422 for invalid values.
    /// Disabling the account ends its sessions and access tokens and deletes its links.
    func updateAccount(_ request: Request, _ context: RequestContext) async throws -> Response {
        let change = try request.json(as: AdministratorsChange.self).change
        guard
            let account = try await accounts.administer(
                request.account(), change, by: context.privilegedActor, in: context.tenant.id)
        else { throw APIError.noSuchAccount }
        return try .json(AccountView(account))
    }

    /// Answers `deleteAccount` with 204, or 409 for the last enabled administrator. Deletes the account with all its data.
    func deleteAccount(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard try await accounts.delete(request.account(), by: context.privilegedActor, in: context.tenant.id) else {
            throw APIError.noSuchAccount
        }
        return .noContent
    }

    /// Answers `findAccountSessions` with the open sessions and access tokens of an account, most recently used first.
    func findAccountSessions(_ request: Request, _ context: RequestContext) async throws -> Response {
        let user = try await account(request, context).user.id
        let owner = SessionOwner(user: user, secret: try request.sessionOwner(context).secret)
        return try .json(
            ListView(await sessions.openSessions(of: owner, in: context.tenant.id).map(OpenSessionView.init)))
    }

    /// Answers `deleteAccountSessions` with 204. Ends all sessions and access tokens of the account.
    func deleteAccountSessions(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard try await accounts.endSessions(of: request.account(), by: context.privilegedActor, in: context.tenant.id)
        else {
            throw APIError.noSuchAccount
        }
        return .noContent
    }

    /// Answers `createPasswordReset` with 201 and a new link for setting the account's password, or 409 for a disabled account. The account's earlier
    /// links stop working.
    func createPasswordReset(_ request: Request, _ context: RequestContext) async throws -> Response {
        try .json(await passwordLink(of: request.account(), request, context), status: .created)
    }

    private func passwordLink(
        of user: User.ID, _ request: Request, _ context: RequestContext
    ) async throws -> NewLinkView {
        let made = try await links.reset(of: user, by: context.privilegedActor, in: context.tenant.id)
        let url = LinkAddress.url(made.secret, request, context)
        let mailed = mail.reset(made.link.email, at: context.tenant, url: url, expiresAt: made.link.expiresAt)
        return NewLinkView(made, url: url, mailed: mailed)
    }

    private func account(_ request: Request, _ context: RequestContext) async throws -> Account {
        guard let account = try await accounts.account(request.account(), in: context.tenant.id) else {
            throw APIError.noSuchAccount
        }
        return account
    }
}

extension Request {
    /// Returns the account ID in the path. Throws 404 for a text that is not an ID.
    func account() throws(APIError) -> User.ID {
        guard let id = User.ID(try parameter("account")) else { throw .noSuchAccount }
        return id
    }
}
