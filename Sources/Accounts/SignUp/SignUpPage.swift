import HTTP
import Web

/// The form to make an account for oneself, where the tenant lets people.
struct SignUpPage: Sendable {
    let isOpen: Bool
    /// What was chosen last time; the password is never shown again.
    var choice: SignUpDesk.Choice?
    var error: APIError?

    func response(_ context: RequestContext) -> Response {
        var page = Page("Make an account", context, content: isOpen ? form : Self.closed)
        page.status = error?.status ?? .ok
        var fields: Fields = [:]
        if let seconds = error?.retryAfter { fields["Retry-After"] = String(seconds) }
        return page.response(fields: fields)
    }

    private static let closed: HTML =
        "<p>Accounts are made by invitation here. Ask whoever runs this server for one.</p>\(HTML.toLogin)"

    private var form: HTML {
        """
        \(error.map(HTML.fault))
        <form method="post" action="/sign-up">
        <label for="login">Login</label>
        <input id="login" name="login" value="\(choice?.login ?? "")" autocomplete="username" autocapitalize="none" \
        spellcheck="false" maxlength="\(User.loginLimit)" required\(described)>
        <label for="password">Password, \(PasswordRules.length.lowerBound) characters or more</label>
        <input id="password" name="password" type="password" autocomplete="new-password" required\(described)>
        <label for="displayName">Name that others read, if you like</label>
        <input id="displayName" name="displayName" value="\(choice?.displayName ?? "")" autocomplete="name" \
        maxlength="\(AccountRules.displayNameLimit)">
        <label for="email">Mail address, if you like</label>
        <input id="email" name="email" type="email" value="\(choice?.email ?? "")" autocomplete="email" \
        maxlength="\(AccountRules.emailLimit)">
        <p><button>Make the account</button></p>
        </form>
        \(HTML.toLogin)
        """
    }

    private var described: HTML { error == nil ? .empty : " aria-describedby=\"fault\"" }
}
