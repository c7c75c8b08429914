import HTTP
import Web

/// The page on which visitors create an account.
struct SignUpPage: Sendable {
    let isOpen: Bool
    /// The last input; `nil` for empty fields. The page never repeats a password.
    var choice: SignUp.Choice?
    var error: APIError?

    func response(_ context: RequestContext) -> Response {
        var page = Page("Create an account", context, content: isOpen ? form : Self.closed)
        page.status = error?.status ?? .ok
        var fields: Fields = [:]
        if let seconds = error?.retryAfter { fields["Retry-After"] = String(seconds) }
        return page.response(fields: fields)
    }

    private static let closed: HTML =
        "<p>Accounts are by invitation only. Ask an administrator for an invitation.</p>\(HTML.toLogin)"

    private var form: HTML {
        """
        \(error.map { HTML.fault($0, at: ["login", "password", "displayName", "email"]) })
        <form method="post" action="/sign-up">
        \(NewAccountFields.login(choice?.login ?? "", error).html)
        \(NewAccountFields.password(error).html)
        \(NewAccountFields.displayName(choice?.displayName ?? "", error).html)
        \(NewAccountFields.email(choice?.email ?? "", error).html)
        <p><button>Create account</button></p>
        </form>
        \(HTML.toLogin)
        """
    }
}
