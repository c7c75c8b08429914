import HTTP
import Web

/// The routes for forgotten passwords. No response reveals whether an account exists.
public struct PasswordResetRoutes: Sendable {
    private let passwordReset: PasswordReset

    public init(passwordReset: PasswordReset) { self.passwordReset = passwordReset }

    public var routes: [Route] {
        let page = RouteGroup("/password-reset", access: .everyone, errors: .page)
        return [
            RouteGroup(access: .everyone)("askForPasswordReset", .post, "/api/v1/password-resets", askForPasswordReset),
            page("getPasswordResetPage", .get, "", getPasswordResetPage),
            page("postPasswordResetPage", .post, "", postPasswordResetPage),
        ]
    }

    private struct Body: Decodable {
        let login: String
    }

    private struct Accepted: Encodable {
        let status = "accepted"
    }

    /// Answers `askForPasswordReset` with 202, even if no link is sent.
    func askForPasswordReset(_ request: Request, _ context: RequestContext) async throws -> Response {
        passwordReset.sendLink(login: try request.json(as: Body.self).login, request, context)
        return try .json(Accepted(), status: .accepted)
    }

    /// Answers `getPasswordResetPage` with the form, or with a note if the server cannot send mail.
    func getPasswordResetPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        Page("Forgotten password", context, content: passwordReset.isOpen ? Self.form : Self.closed).response()
    }

    /// Answers `postPasswordResetPage` with a redirect to the welcome page, even if no link is sent.
    func postPasswordResetPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        passwordReset.sendLink(login: try request.form()("login"), request, context)
        return .seeOther("/welcome", WelcomeNotice.asked)
    }

    private static let form: HTML = """
        <p>If your account has an email address, you will receive a link to set a new password.</p>
        <form method="post" action="/password-reset">
        \(NewAccountFields.login("").html)
        <p><button>Send link</button></p>
        </form>
        \(HTML.toLogin)
        """

    private static let closed: HTML =
        "<p>This server does not send mail. Ask an administrator for a link to set a new password.</p>\(HTML.toLogin)"
}
