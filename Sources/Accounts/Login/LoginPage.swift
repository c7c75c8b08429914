import HTTP
import Web

/// The form to log in with, and what was wrong with the last try.
struct LoginPage: Sendable {
    /// Where to go on; only ever a path of ours.
    let next: LocalPath?
    /// What was typed last time; the password is never shown again.
    let login: String
    let error: APIError?
    /// What there is for those who cannot log in.
    var waysOn: HTML = .empty

    func response(_ context: RequestContext) -> Response {
        var page = Page("Log in", context, content: content)
        page.status = error?.status ?? .ok
        var fields: Fields = [:]
        if let seconds = error?.retryAfter { fields["Retry-After"] = String(seconds) }
        if page.status == .unauthorized { fields["WWW-Authenticate"] = "Bearer" }
        return page.response(fields: fields)
    }

    private var content: HTML {
        """
        \(error.map(notice))
        <form method="post" action="/login">
        \(next.map(nextField))
        <label for="login">Login</label>
        <input id="login" name="login" value="\(login)" autocomplete="username" autocapitalize="none" \
        spellcheck="false" maxlength="\(User.loginLimit)" required\(error == nil ? " autofocus" : HTML.empty)>
        <label for="password">Password</label>
        <input id="password" name="password" type="password" autocomplete="current-password" \
        required\(error == nil ? HTML.empty : " aria-describedby=\"fault\" autofocus")>
        <p><button>Log in</button></p>
        </form>
        \(waysOn)
        """
    }

    private func nextField(_ next: LocalPath) -> HTML {
        "<input type=\"hidden\" name=\"next\" value=\"\(next.description)\">"
    }

    private func notice(_ error: APIError) -> HTML {
        let text: HTML =
            error.retryAfter.map { "Too many attempts. Try again in \($0) \($0 == 1 ? "second" : "seconds")." }
            ?? "The login or the password is wrong."
        return "<p class=\"notice bad\" role=\"alert\" id=\"fault\">\(text)</p>"
    }
}
