import FoundationEssentials
import HTTP
import Web

/// The routes of `/account` and its forms.
public struct AccountRoutes: Sendable {
    private let sessions: SessionStore
    private let accounts: AccountStore
    private let tokens: TokenStore
    private let passwords: PasswordChange

    public init(sessions: SessionStore, accounts: AccountStore, tokens: TokenStore, passwords: PasswordChange) {
        self.sessions = sessions
        self.accounts = accounts
        self.tokens = tokens
        self.passwords = passwords
    }

    public var routes: [Route] {
        let page = RouteGroup("/account", access: .account, errors: .page)
        return [
            page("getAccountPage", .get, "", getAccountPage),
            page("postAccountProfile", .post, "/profile", postAccountProfile),
            page("postAccountPassword", .post, "/password", postAccountPassword),
            page("postAccountToken", .post, "/tokens", postAccountToken),
            page("postAccountSessionEnd", .post, "/sessions/end", postAccountSessionEnd),
            page("postAccountOtherSessionsEnd", .post, "/sessions/others/end", postAccountOtherSessionsEnd),
        ]
    }

    /// Answers `getAccountPage` with the profile, the open sessions and the access tokens of the caller.
    func getAccountPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let notice = try AccountNotice(request)
        return try await shown(request, context, above: notice?.html)
    }

    /// Answers `postAccountProfile`. Saves the display name and the email address; an empty address removes the stored one. If a value is not
    /// allowed, nothing is saved and the page shows the error.
    func postAccountProfile(_ request: Request, _ context: RequestContext) async throws -> Response {
        let form = try request.form()
        let email = try form.optional("email") ?? ""
        let change = AccountChange(
            displayName: try form.optional("displayName") ?? "", email: .set(email.isEmpty ? nil : email))
        return try await showingFaults(request, context, form) {
            _ = try await accounts.change(context.account.user, change, in: context.tenant.id)
            return .seeOther("/account", AccountNotice.saved)
        }
    }

    /// Answers `postAccountPassword`. Changes the password and ends all other sessions and access tokens; a browser session gets a new cookie. If a
    /// password is wrong or not allowed, or after too many attempts, the page shows the error.
    func postAccountPassword(_ request: Request, _ context: RequestContext) async throws -> Response {
        let form = try request.form()
        let (current, new) = (try form("current"), try form("new"))
        return try await showingFaults(request, context, form) {
            let renewal = try await passwords.change(from: current, to: new, request, context)
            guard case .browser(let secret) = renewal else {
                return .seeOther("/account", AccountNotice.passwordChanged)
            }
            let cookie = SessionCookie.field(secret, isSecure: context.isSecure)
            return .seeOther("/account", AccountNotice.passwordChanged, fields: ["Set-Cookie": cookie])
        }
    }

    /// Answers `postAccountToken`. Creates an access token. The response is the page instead of a redirect, because only this response shows the
    /// token. If a value is not allowed or the account has too many tokens, the page shows the error.
    func postAccountToken(_ request: Request, _ context: RequestContext) async throws -> Response {
        let form = try request.form()
        return try await showingFaults(request, context, form) {
            let days = try form.integer("days", in: 1...AccountForms.mostDays)
            let names = form.values("scope")
            let account = try context.account
            let new = try NewToken(
                name: try form("name"), scope: names.isEmpty ? nil : try NewToken.scope(names, of: account.role),
                expiresAt: Instant.now.date.addingTimeInterval(Double(days) * 86_400))
            let made = try await tokens.create(
                new, for: account.user, by: context.privilegedActor, in: context.tenant.id)
            return try await shown(
                request, context,
                above: .shownOnce("Token created. Store the token where your script can read it.", made.text)
            )
        }
    }

    /// Answers `postAccountSessionEnd`. Ends one session or access token of the caller. If it had already ended or is not the caller's, the page says
    /// that it had already ended.
    func postAccountSessionEnd(_ request: Request, _ context: RequestContext) async throws -> Response {
        let owner = try request.sessionOwner(context)
        guard let id = Session.ID(try request.form()("session")),
            try await sessions.end(id, of: owner.user, in: context.tenant.id)
        else { return .seeOther("/account", AccountNotice.gone) }
        return .seeOther("/account", AccountNotice.ended)
    }

    /// Answers `postAccountOtherSessionsEnd`. Ends all sessions and access tokens of the caller except the current session.
    func postAccountOtherSessionsEnd(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await sessions.endOthers(of: request.sessionOwner(context), in: context.tenant.id)
        return .seeOther("/account", AccountNotice.othersEnded)
    }

    private func showingFaults(
        _ request: Request, _ context: RequestContext, _ form: FormFields, _ action: () async throws -> Response
    ) async throws -> Response {
        try await .showingFaults(
            on: { try await shown(request, context, above: nil, typed: form, error: $0) }, action)
    }

    private func shown(
        _ request: Request, _ context: RequestContext, above: HTML?, typed: FormFields? = nil, error: APIError? = nil
    ) async throws -> Response {
        let owner = try request.sessionOwner(context)
        guard let account = try await accounts.account(owner.user, in: context.tenant.id) else {
            throw APIError.notLoggedIn
        }
        let open = try await sessions.openSessions(of: owner, in: context.tenant.id)
        return AccountPage(
            context: context, account: account, sessions: open, now: Instant.now.date, above: above, typed: typed,
            error: error
        ).response()
    }
}
