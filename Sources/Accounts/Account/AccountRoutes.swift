import HTTP
import Web

/// `/account` and its forms: who one is here, where one is logged in, and the ways to end that.
public struct AccountRoutes: Sendable {
    private let sessions: SessionStore

    public init(sessions: SessionStore) { self.sessions = sessions }

    public var routes: [Route] {
        [
            Route("getAccountPage", .get, "/account", access: .account, errors: .page, endpoint: getAccountPage),
            Route(
                "postAccountSessionEnd", .post, "/account/sessions/end", access: .account, errors: .page,
                endpoint: postAccountSessionEnd),
            Route(
                "postAccountOtherSessionsEnd", .post, "/account/sessions/others/end", access: .account, errors: .page,
                endpoint: postAccountOtherSessionsEnd),
        ]
    }

    /// Answers `getAccountPage`.
    func getAccountPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let notice = try request.queryFields().optional("notice").flatMap(AccountNotice.init(rawValue:))
        let open = try await sessions.openSessions(of: request.sessionOwner(context), in: context.tenant.id)
        return AccountPage(context: context, sessions: open, now: Instant.now.date, notice: notice).response()
    }

    /// Answers `postAccountSessionEnd`. A session that is not there had ended already, as after a second press of its
    /// button; another account's is told apart from that by nothing.
    func postAccountSessionEnd(_ request: Request, _ context: RequestContext) async throws -> Response {
        let owner = try request.sessionOwner(context)
        guard let id = Session.ID(try request.form()("session")),
            try await sessions.end(id, of: owner, in: context.tenant.id)
        else { return .seeOther(AccountNotice.gone.path) }
        return .seeOther(AccountNotice.ended.path)
    }

    /// Answers `postAccountOtherSessionsEnd`.
    func postAccountOtherSessionsEnd(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await sessions.endOthers(of: request.sessionOwner(context), in: context.tenant.id)
        return .seeOther(AccountNotice.othersEnded.path)
    }
}
