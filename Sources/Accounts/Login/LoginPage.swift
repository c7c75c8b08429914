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
        var page = Page("Sign in", context, content: content)
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
        \(SignInFields(login: login, isRefused: error != nil).html)
        <p><button>Sign in</button></p>
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
            return Self.fault("<p>Too many attempts. Try again in \(time).</p>")
        }
        return Self.fault(
            """
            <p><strong>\(error.title ?? error.status.reason)</strong></p>
            <p>\(error.detail)</p>
            \(error.actions.compactMap(wayOn))
            """)
    }

    /// Found by the password's field.
    static func fault(_ content: HTML) -> HTML {
        var notice = Notice(.bad, content)
        notice.id = "fault"
        return notice.html
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
    /// The way back to the sign-in, for pages that are beside it.
    static let toLogin: HTML = "<p><a href=\"/login\">Back to sign in</a></p>"
}

/// Who somebody is, and the password: the same two fields wherever one signs in.
struct SignInFields: Sendable {
    /// What was typed last time.
    let login: String
    /// Whether the last try was refused: the password has to be typed again.
    let isRefused: Bool

    var html: HTML {
        var name = Field("Login", "login", login)
        name.isRequired = true
        name.attributes = """
             autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="\(User.loginLimit)"\
            \(isRefused ? HTML.empty : " autofocus")
            """
        var password = Field("Password", "password", "", .password)
        password.isRequired = true
        password.attributes = """
             autocomplete="current-password"\(isRefused ? " aria-describedby=\"fault\" autofocus" : HTML.empty)
            """
        return "\(name.html)\(password.html)"
    }
}
