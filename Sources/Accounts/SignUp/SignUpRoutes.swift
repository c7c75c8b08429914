import HTTP
import Tenancy
import Web

/// The routes for signing up.
public struct SignUpRoutes: Sendable {
    private let signUp: SignUp
    private let resets: PasswordReset

    public init(signUp: SignUp, resets: PasswordReset) {
        self.signUp = signUp
        self.resets = resets
    }

    public var routes: [Route] {
        [
            Route("createOwnAccount", .post, "/api/v1/accounts", access: .everyone, endpoint: createOwnAccount),
            Route("getSignUpPage", .get, "/sign-up", access: .everyone, errors: .page, endpoint: getSignUpPage),
            Route("postSignUpPage", .post, "/sign-up", access: .everyone, errors: .page, endpoint: postSignUpPage),
        ]
    }

    /// Returns the links below the sign-in form: for signing up, if the tenant allows it, and for a forgotten password, if the server can send mail.
    /// If the database is not available, the link for signing up is left out.
    @Sendable public func signUpLink(in tenant: TenantID) async -> HTML {
        let signUp: HTML =
            (try? await signUp.isOpen(in: tenant)) == true
            ? "<p><a href=\"/sign-up\">Create an account</a></p>" : .empty
        let reset: HTML = resets.isOpen ? "<p><a href=\"/password-reset\">Forgotten your password?</a></p>" : .empty
        return "\(signUp)\(reset)"
    }

    /// Answers `createOwnAccount` with 201 and the new account, or the errors of `SignUp.createAccount`.
    func createOwnAccount(_ request: Request, _ context: RequestContext) async throws -> Response {
        let choice = try request.json(as: SignUp.Choice.self)
        return try .json(AccountView(own: await signUp.createAccount(choice, request, context)), status: .created)
    }

    /// Answers `getSignUpPage` with the form, or with a note if the tenant does not allow signing up.
    func getSignUpPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let isOpen = try await signUp.isOpen(in: context.tenant.id)
        return SignUpPage(isOpen: isOpen).response(context)
    }

    /// Answers `postSignUpPage`. Creates an account with the role listener. The response is a redirect to the welcome page, or the form with the
    /// errors.
    func postSignUpPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let form = try request.form()
        let choice = SignUp.Choice(
            login: try form.optional("login") ?? "", password: try form.optional("password") ?? "",
            displayName: try form.filled("displayName"), email: try form.filled("email"))
        do {
            _ = try await signUp.createAccount(choice, request, context)
            return .seeOther("/welcome", WelcomeNotice.account)
        } catch let error as APIError where error.isCorrectable {
            return SignUpPage(isOpen: true, choice: choice, error: error.atItsField).response(context)
        }
    }
}
