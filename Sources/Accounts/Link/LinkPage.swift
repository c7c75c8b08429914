import HTTP
import Web

/// The page of a link: a form for creating an account or setting a new password.
struct LinkPage: Sendable {
    let secret: SecretKey
    let link: AccountLink
    /// The last input, or the login that the invitation suggests; `nil` if there is neither. The page never repeats a password.
    var choice: LinkUse.Choice?
    var error: APIError?

    func response(_ context: RequestContext) -> Response {
        var page = Page(title, context, content: content(context))
        page.status = error?.status ?? .ok
        // The path contains the secret, so `Referer` must be limited to the origin. `no-referrer` would also remove `Origin` from the form's POST
        // (Fetch standard, "append a request Origin header").
        return page.response(fields: ["Referrer-Policy": "strict-origin", "Cache-Control": "no-store"])
    }

    private var action: String {
        switch link.purpose {
        case .invitation: "Create account"
        case .passwordReset: "Set password"
        }
    }

    private var title: String {
        switch link.purpose {
        case .invitation: "Create your account"
        case .passwordReset: "Set a new password"
        }
    }

    private func content(_ context: RequestContext) -> HTML {
        """
        \(error.map { HTML.fault($0, at: names) })
        \(introduction(context))
        <form method="post" action="\(LinkAddress.path(secret))">
        \(who)
        \(NewAccountFields.password(error).html)
        <p><button>\(action)</button></p>
        </form>
        """
    }

    private var names: [String] {
        switch link.purpose {
        case .invitation: ["login", "displayName", "password"]
        case .passwordReset: ["password"]
        }
    }

    private func introduction(_ context: RequestContext) -> HTML {
        switch link.purpose {
        case .invitation(let role):
            """
            <p>You have been invited to create an account at \(context.tenant.name) with the role \
            <strong>\(role.rawValue)</strong>. Choose the login and password that you sign in with.</p>
            """
        case .passwordReset(let user):
            """
            <p>Choose a new password for <strong>\(user.login)</strong>. \
            Setting the password ends all sessions and access tokens of the account.</p>
            """
        }
    }

    private var who: HTML {
        guard case .invitation = link.purpose else { return .empty }
        return """
            \(NewAccountFields.login(choice?.login ?? "", error).html)\
            \(NewAccountFields.displayName(choice?.displayName ?? link.displayName, error).html)
            """
    }
}

/// The form fields for creating an account and for setting a password.
enum NewAccountFields {
    static func login(_ value: String, _ error: APIError? = nil) -> Field {
        var field = Field("Login", "login", value)
        field.isRequired = true
        field.attributes = """
             autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="\(User.loginLimit)"
            """
        field.fault = error?.note(at: "login")
        return field
    }

    static func password(_ error: APIError?) -> Field {
        var field = Field(
            "Password, \(PasswordRules.length.lowerBound) to \(PasswordRules.length.upperBound) characters", "password",
            "", .password)
        field.isRequired = true
        field.attributes = " autocomplete=\"new-password\""
        field.fault = error?.note(at: "password")
        return field
    }

    static func displayName(_ value: String, _ error: APIError?) -> Field {
        var field = Field("Display name (optional)", "displayName", value)
        field.attributes = " autocomplete=\"name\" maxlength=\"\(AccountRules.displayNameLimit)\""
        field.fault = error?.note(at: "displayName")
        return field
    }

    static func email(_ value: String, _ error: APIError?) -> Field {
        var field = Field("Email address (optional)", "email", value, .email)
        field.attributes = " autocomplete=\"email\" maxlength=\"\(AccountRules.emailLimit)\""
        field.fault = error?.note(at: "email")
        return field
    }
}
