import HTTP
import Tenancy
import Web

/// The routes of `/admin/accounts` and its forms. They answer 404 for an unknown account. After an error that the administrator can correct, the page
/// shows the form again with the error. A new link is also sent by mail if there is an address and the server sends mail.
public struct AdministrationPageRoutes: Sendable {
    private let accounts: AccountStore
    private let sessions: SessionStore
    private let links: AccountLinkStore
    private let mail: AccountMail

    public init(accounts: AccountStore, sessions: SessionStore, links: AccountLinkStore, mail: AccountMail) {
        self.accounts = accounts
        self.sessions = sessions
        self.links = links
        self.mail = mail
    }

    public var routes: [Route] {
        let route = RouteGroup("/admin/accounts", access: .permission(.manageAccounts), errors: .page)
        return [
            route("getAccountsPage", .get, "", getAccountsPage),
            route("postInvitation", .post, "/invitations", postInvitation),
            route("postInvitationEnd", .post, "/invitations/end", postInvitationEnd),
            route("getAccountDetailPage", .get, "/{account}", getAccountDetailPage),
            route("postAccount", .post, "/{account}", postAccount),
            route("postAccountDisable", .post, "/{account}/disable", postAccountDisable),
            route("postAccountEnable", .post, "/{account}/enable", postAccountEnable),
            route("postAccountPasswordReset", .post, "/{account}/password-resets", postAccountPasswordReset),
            route("postAccountSessionsEnd", .post, "/{account}/sessions/end", postAccountSessionsEnd),
            route("postAccountDelete", .post, "/{account}/delete", postAccountDelete),
        ]
    }

    /// Answers `getAccountsPage` with one page of the accounts that match the search and the role, and with all open invitations.
    func getAccountsPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try request.queryFields()
        let notice = try AdministrationNotice(fields)
        return try await list(AccountQuery(fields), context, above: notice?.html)
    }

    /// Answers `postInvitation`. Creates an invitation. The response is the page instead of a redirect, because only this response shows the link.
    func postInvitation(_ request: Request, _ context: RequestContext) async throws -> Response {
        let form = try request.form()
        return try await .showingFaults(
            on: { try await list(AccountQuery(), context, above: nil, typed: form, error: $0) }
        ) {
            let invitation = try Invitation(
                role: try Role(naming: form("role")), email: try form.filled("email"),
                displayName: try form.filled("displayName"))
            let made = try await links.invite(invitation, by: context.privilegedActor, in: context.tenant.id)
            let url = LinkAddress.url(made.secret, request, context)
            let mailed = mail.invite(
                invitation.email, to: context.tenant, url: url, expiresAt: made.link.expiresAt)
            return try await list(
                AccountQuery(), context,
                above: Self.shown(
                    "Invitation link created. The link works once and expires after a week.", url, mailed: mailed))
        }
    }

    /// Answers `postInvitationEnd`. Withdraws an invitation; the notice says whether it was still open.
    func postInvitationEnd(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let id = AccountLink.ID(try request.form()("invitation")),
            try await links.withdraw(id, by: context.privilegedActor, in: context.tenant.id)
        else { return .seeOther("/admin/accounts", AdministrationNotice.invitationEnded) }
        return .seeOther("/admin/accounts", AdministrationNotice.withdrawn)
    }

    /// Answers `getAccountDetailPage` with one account and its open sessions.
    func getAccountDetailPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let notice = try AdministrationNotice(request)
        return try await detail(request, context, above: notice?.html)
    }

    /// Answers `postAccount`. Saves the role, the display name and the email address; an empty address removes the stored one. If the last enabled
    /// administrator would lose the role admin, nothing is saved and the page shows an error.
    func postAccount(_ request: Request, _ context: RequestContext) async throws -> Response {
        let form = try request.form()
        return try await showingFaults(request, context, form) {
            let change = AccountChange(
                role: try Role(naming: form("role")), displayName: try form.optional("displayName") ?? "",
                email: .set(try form.filled("email")))
            return try await administer(change, .saved, request, context)
        }
    }

    /// Answers `postAccountDisable`. Disables the account, ends its sessions and access tokens and deletes its links. The last enabled administrator
    /// cannot be disabled: the page shows an error.
    func postAccountDisable(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await showingFaults(request, context) {
            try await administer(AccountChange(isDisabled: true), .disabled, request, context)
        }
    }

    /// Answers `postAccountEnable`. Enables a disabled account.
    func postAccountEnable(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await administer(AccountChange(isDisabled: false), .enabled, request, context)
    }

    /// Answers `postAccountPasswordReset`. Creates a link for setting the account's password; the account's earlier links stop working. The response
    /// is the page instead of a redirect, because only this response shows the link. For a disabled account, the page shows an error.
    func postAccountPasswordReset(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await showingFaults(request, context) {
            let made = try await links.reset(of: request.account(), by: context.privilegedActor, in: context.tenant.id)
            let url = LinkAddress.url(made.secret, request, context)
            let mailed = mail.reset(
                made.link.email, at: context.tenant, url: url, expiresAt: made.link.expiresAt)
            return try await detail(
                request, context,
                above: Self.shown(
                    "Password reset link created. The link works once and expires after a day.", url, mailed: mailed))
        }
    }

    /// Answers `postAccountSessionsEnd`. Ends all sessions and access tokens of the account.
    func postAccountSessionsEnd(_ request: Request, _ context: RequestContext) async throws -> Response {
        let id = try request.account()
        guard try await accounts.endSessions(of: id, by: context.privilegedActor, in: context.tenant.id) else {
            throw APIError.noSuchAccount
        }
        return .seeOther("/admin/accounts/\(id)", AdministrationNotice.sessionsEnded)
    }

    /// Answers `postAccountDelete`. Deletes the account with all its data. The last enabled administrator cannot be deleted: the page shows an error.
    func postAccountDelete(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await showingFaults(request, context) {
            guard try await accounts.delete(request.account(), by: context.privilegedActor, in: context.tenant.id)
            else {
                throw APIError.noSuchAccount
            }
            return .seeOther("/admin/accounts", AdministrationNotice.deleted)
        }
    }

    private func administer(
        _ change: AccountChange, _ notice: AdministrationNotice, _ request: Request, _ context: RequestContext
    ) async throws -> Response {
        let id = try request.account()
        guard try await accounts.administer(id, change, by: context.privilegedActor, in: context.tenant.id) != nil
        else {
            throw APIError.noSuchAccount
        }
        return .seeOther("/admin/accounts/\(id)", notice)
    }

    private func showingFaults(
        _ request: Request, _ context: RequestContext, _ typed: FormFields? = nil,
        _ action: () async throws -> Response
    ) async throws -> Response {
        try await .showingFaults(
            on: { try await detail(request, context, above: nil, typed: typed, error: $0) }, action)
    }

    private func list(
        _ query: AccountQuery, _ context: RequestContext, above: HTML?, typed: FormFields? = nil,
        error: APIError? = nil
    ) async throws -> Response {
        let page = try await accounts.accounts(matching: query, in: context.tenant.id)
        let invitations = try await links.invitations(in: context.tenant.id)
        return AccountListPage(
            context: context, query: query, page: page, invitations: invitations, now: Instant.now.date, above: above,
            typed: typed, error: error
        ).response()
    }

    private func detail(
        _ request: Request, _ context: RequestContext, above: HTML?, typed: FormFields? = nil, error: APIError? = nil
    ) async throws -> Response {
        guard let account = try await accounts.account(request.account(), in: context.tenant.id) else {
            throw APIError.noSuchAccount
        }
        let owner = SessionOwner(user: account.user.id, secret: try request.sessionOwner(context).secret)
        let open = try await sessions.openSessions(of: owner, in: context.tenant.id)
        return AccountDetailPage(
            context: context, account: account, sessions: open, now: Instant.now.date, above: above, typed: typed,
            error: error
        ).response()
    }

    private static func shown(_ sentences: HTML, _ url: String, mailed: Bool) -> HTML {
        let mail: HTML = mailed ? "The link is also being sent by email." : "Send the link to the person yourself."
        return .shownOnce("\(sentences) \(mail)", url)
    }
}
