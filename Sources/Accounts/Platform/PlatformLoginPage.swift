import HTTP
import Web

/// The sign-in page for platform accounts.
struct PlatformLoginPage: Sendable {
    /// The page to open after signing in; `nil` for the default page.
    let next: LocalPath?
    /// The login of the last attempt; empty before the first attempt.
    let login: String
    let error: APIError?

    var response: Response {
        var page = Page(platform: "Sign in to the platform", caller: nil, content: content)
        page.status = error?.status ?? .ok
        var fields: Fields = ["Cache-Control": "no-store"]
        if let seconds = error?.retryAfter { fields["Retry-After"] = String(seconds) }
        if page.status == .unauthorized { fields["WWW-Authenticate"] = "Bearer" }
        return page.response(fields: fields)
    }

    private var content: HTML {
        """
        \(error.map(notice))
        <p>This page is for platform administrators, who manage all tenants of this server. \
        If your account belongs to a tenant, <a href="/login">use the tenant’s sign-in page</a>.</p>
        <form method="post" action="/platform/login">
        \(next.map { "<input type=\"hidden\" name=\"next\" value=\"\($0.description)\">" as HTML })
        \(SignInFields(login: login, isRefused: error != nil).html)
        <p><button>Sign in</button></p>
        </form>
        """
    }

    private func notice(_ error: APIError) -> HTML {
        let text: HTML =
            error.retryAfter.map { LoginPage.refusal(error, $0) }
            ?? "The login or the password is wrong."
        return LoginPage.fault("<p>\(text)</p>")
    }
}
