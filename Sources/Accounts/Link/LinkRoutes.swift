import HTTP
import Web

/// The routes for using links, through the API or the page.
public struct LinkRoutes: Sendable {
    private let use: LinkUse

    public init(use: LinkUse) { self.use = use }

    public var routes: [Route] {
        [
            Route("getLink", .get, "/api/v1/links/{link}", access: .everyone, endpoint: getLink),
            Route("useLink", .post, "/api/v1/links/{link}", access: .everyone, endpoint: useLink),
            Route("getLinkPage", .get, "/links/{link}", access: .everyone, errors: .page, endpoint: getLinkPage),
            Route("postLinkPage", .post, "/links/{link}", access: .everyone, errors: .page, endpoint: postLinkPage),
            Route("getWelcomePage", .get, "/welcome", access: .everyone, errors: .page, endpoint: getWelcomePage),
        ]
    }

    /// Answers `getLink` with the data of a link, or 404 if it cannot be used. Reading a link does not use it up.
    func getLink(_ request: Request, _ context: RequestContext) async throws -> Response {
        try .json(LinkView(await use.link(request, context).link))
    }

    /// Answers `useLink` with 201 and the new account, or 204 after setting a password, which ends all sessions and access tokens. Answers 404 if the
    /// link cannot be used, 422 for invalid input, 409 if the login is taken or the limit of accounts is reached, or 503 if the hasher is overloaded.
    func useLink(_ request: Request, _ context: RequestContext) async throws -> Response {
        let choice = try request.json(as: LinkUse.Choice.self)
        guard let account = try await use.use(choice, request, context) else { return .noContent }
        return try .json(AccountView(own: account), status: .created)
    }

    /// Answers `getLinkPage` with the form of a link, or 404 if the link cannot be used. The request does not use up the link, because mail programs
    /// open links automatically.
    func getLinkPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (secret, link) = try await use.link(request, context)
        let suggestion = link.login.map { LinkUse.Choice(login: $0, password: "", displayName: nil) }
        return LinkPage(secret: secret, link: link, choice: suggestion).response(context)
    }

    /// Answers `postLinkPage`. Creates the account of an invitation, or sets the password, which ends all sessions and access tokens. The response is
    /// a redirect to the welcome page, the form and the error for input that can be corrected, or 404 if the link cannot be used.
    func postLinkPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let form = try request.form()
        let (secret, link) = try await use.link(request, context)
        let choice = LinkUse.Choice(
            login: try form.optional("login"), password: try form.optional("password") ?? "",
            displayName: try form.optional("displayName"))
        do {
            let account = try await use.use(choice, request, context)
            return .seeOther("/welcome", account == nil ? WelcomeNotice.password : .account)
        } catch let error as APIError where error.isCorrectable {
            return LinkPage(secret: secret, link: link, choice: choice, error: error.atItsField).response(context)
        }
    }

    /// Answers `getWelcomePage` with the result of the last action and a link for signing in.
    func getWelcomePage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let notice = try WelcomeNotice(request)
        return Page(
            "Welcome", context,
            content: """
                \(notice?.html)
                <p><a class="button" href="/login">Sign in</a></p>
                """
        ).response()
    }
}

/// The message on the welcome page after an action without signing in: a created account, a new password or a requested link.
enum WelcomeNotice: String, FlashMessage {
    case account, password, asked

    fileprivate var html: HTML {
        switch self {
        case .account: .successNotice("Your account is ready. Sign in with the login and password that you chose.")
        case .password:
            .successNotice(
                """
                Your new password is set. All your sessions and access tokens have ended. \
                Sign in with the new password.
                """)
        case .asked:
            .successNotice(
                """
                If the account exists, is enabled and has an email address, a link to set a new password is being sent \
                to that address. An account gets at most \(PasswordReset.hourly) links an hour.
                """)
        }
    }
}
