import HTTP
import Web

/// The form behind a link: a login and a password for somebody who was invited, or a new password.
struct LinkPage: Sendable {
    let secret: Secret
    let link: AccountLink
    /// What was chosen last time; the password is never shown again.
    var choice: LinkUse.Choice?
    var error: APIError?

    func response(_ context: RequestContext) -> Response {
        var page = Page(title, context, content: content(context))
        page.status = error?.status ?? .ok
        // The path is the secret, so no other request may name it: with this policy `Referer` is the origin alone, and
        // `Origin` stays on the form's own POST, which `no-referrer` would take away (Fetch standard, "append a
        // request Origin header").
        return page.response(fields: ["Referrer-Policy": "strict-origin", "Cache-Control": "no-store"])
    }

    private var title: String {
        switch link.purpose {
        case .invitation: "Your account"
        case .passwordReset: "A new password"
        }
    }

    private func content(_ context: RequestContext) -> HTML {
        """
        \(error.map(HTML.fault))
        \(introduction(context))
        <form method="post" action="\(LinkAddress.path(secret))">
        \(who)
        <label for="password">Password, \(PasswordRules.length.lowerBound) characters or more</label>
        <input id="password" name="password" type="password" autocomplete="new-password" \
        required\(described)>
        <p><button>\(title == "Your account" ? "Make the account" : "Set the password")</button></p>
        </form>
        """
    }

    private var described: HTML { error == nil ? .empty : " aria-describedby=\"fault\"" }

    private func introduction(_ context: RequestContext) -> HTML {
        switch link.purpose {
        case .invitation(let role):
            """
            <p>You are invited to an account at \(context.tenant.name) with the role \
            <strong>\(role.rawValue)</strong>. Choose what you log in with.</p>
            """
        case .passwordReset(let user):
            "<p>Choose a new password for <strong>\(user.login)</strong>. All sessions of the account end.</p>"
        }
    }

    private var who: HTML {
        guard case .invitation = link.purpose else { return .empty }
        return """
            <label for="login">Login</label>
            <input id="login" name="login" value="\(choice?.login ?? "")" autocomplete="username" \
            autocapitalize="none" spellcheck="false" maxlength="\(User.loginLimit)" required\(described)>
            <label for="displayName">Name that others read</label>
            <input id="displayName" name="displayName" value="\(choice?.displayName ?? link.displayName)" \
            autocomplete="name" maxlength="\(AccountRules.displayNameLimit)">
            """
    }
}
