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

    /// Whether a refusal is told above the form rather than on a page of its own.
    static func shows(_ error: APIError) -> Bool {
        error.status == .unauthorized || error.status == .tooManyRequests || !error.actions.isEmpty
    }

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
        if let seconds = error.retryAfter {
            let time = "\(seconds) \(seconds == 1 ? "second" : "seconds")"
            return "<p class=\"notice bad\" role=\"alert\" id=\"fault\">Too many attempts. Try again in \(time).</p>"
        }
        return """
            <div class="notice bad" role="alert" id="fault"><p><strong>\(error.title ?? error.status.reason)</strong></p>
            <p>\(error.detail)</p>
            \(error.actions.compactMap(wayOn))</div>
            """
    }

    /// Trying again is what the form below is for; the others are links.
    private func wayOn(_ action: APIError.Action) -> HTML? {
        if let url = action.url {
            return "<p><a href=\"\(HTML.address(url))\" rel=\"noreferrer\">\(action.label)</a></p>"
        }
        if let tel = action.tel { return "<p><a href=\"tel:\(tel)\">\(action.label): \(tel)</a></p>" }
        return action.id == "exit" ? "<p><a href=\"/\">\(action.label)</a></p>" : nil
    }
}

extension HTML {
    /// The way back to the log-in, for pages that are beside it.
    static let toLogin: HTML = "<p><a href=\"/login\">Back to the log-in</a></p>"
}
