import HTTP
import Web

/// The sign-in page.
struct LoginPage: Sendable {
    /// The page to open after signing in; `nil` for the default page of the role.
    let next: LocalPath?
    /// The login of the last attempt; empty before the first attempt.
    let login: String
    let error: APIError?
    /// Links below the form for people who cannot sign in.
    var moreLinks: HTML = .empty

    /// Returns whether the sign-in page shows the error. Other errors have an error page.
    static func shows(_ error: APIError) -> Bool {
        error.status == .unauthorized || error.status == .tooManyRequests || error.code == .busy
            || !error.actions.isEmpty
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
        \(moreLinks)
        """
    }

    private func nextField(_ next: LocalPath) -> HTML {
        "<input type=\"hidden\" name=\"next\" value=\"\(next.description)\">"
    }

    private func notice(_ error: APIError) -> HTML {
        if let seconds = error.retryAfter {
            return Self.fault("<p>\(Self.refusal(error, seconds))</p>")
        }
        return Self.fault(
            """
            <p><strong>\(error.title ?? error.status.reason)</strong></p>
            <p>\(error.detail)</p>
            \(error.actions.compactMap(link))
            """)
    }

    /// Returns the cause of a temporary refusal and the time to wait, such as "Too many attempts. Try again in 30 seconds."
    static func refusal(_ error: APIError, _ seconds: Int) -> HTML {
        "\(error.code == .busy ? "The server is busy." : "Too many attempts.") Try again in \(waitingTime(seconds))."
    }

    /// Formats a waiting time in seconds, minutes or hours, rounded up.
    static func waitingTime(_ seconds: Int) -> String {
        if seconds < 120 { return SentenceFormat.count(seconds, "second") }
        let minutes = (seconds + 59) / 60
        return minutes < 120
            ? SentenceFormat.count(minutes, "minute") : SentenceFormat.count((minutes + 59) / 60, "hour")
    }

    /// Returns an error notice with the ID `fault`, to which the password field refers.
    static func fault(_ content: HTML) -> HTML {
        var notice = Notice(.bad, content)
        notice.id = "fault"
        return notice.html
    }

    /// Returns the link of an action; `nil` for `try-again`, because the form itself offers another attempt.
    private func link(_ action: APIError.Action) -> HTML? {
        if let url = action.url {
            return "<p><a href=\"\(HTML.address(url))\" rel=\"noreferrer\">\(action.label)</a></p>"
        }
        if let tel = action.tel { return "<p><a href=\"tel:\(tel)\">\(action.label): \(tel)</a></p>" }
        return action.id == "exit" ? "<p><a href=\"/\">\(action.label)</a></p>" : nil
    }
}

extension HTML {
    /// The link back to the sign-in page.
    static let toLogin: HTML = "<p><a href=\"/login\">Back to sign in</a></p>"
}

/// The form fields for login and password on all sign-in pages.
struct SignInFields: Sendable {
    /// The login of the last attempt; empty before the first attempt.
    let login: String
    /// Whether the last attempt was refused, so that the password field gets the focus.
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
