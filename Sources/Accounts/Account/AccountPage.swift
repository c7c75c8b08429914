import FoundationEssentials
import HTTP
import Web

/// The page `/account`, on which people manage their own account. Times are relative to now, because the user's time zone is not stored.
struct AccountPage: Sendable {
    let context: RequestContext
    let account: Account
    let sessions: [OpenSession]
    let now: Date
    /// The result of the last submitted form; `nil` for none.
    let above: HTML?
    /// The typed values of a refused form; `nil` if no form was refused.
    var typed: FormFields?
    /// The error of a refused form; `nil` if no form was refused.
    var error: APIError?

    func response() -> Response {
        var page = Page("Your account", context, content: content)
        page.style = ".mark { color: var(--good); font-weight: 600; }\n"
        return page.response(fields: ["Cache-Control": "no-store"])
    }

    private var content: HTML {
        let caller = context.caller
        return """
            \(above)\(error.map { HTML.fault($0, at: AccountForms.names, ids: AccountForms.ids) })
            <p>You are signed in as <strong>\(caller?.login ?? "")</strong>. \
            Your role at \(context.tenant.name) is <strong>\(caller?.role.rawValue ?? "")</strong>.</p>
            <h2>Sessions</h2>
            <p>If you do not recognise one of these sessions, end it, change your password and inform an administrator.</p>
            \(table)
            \(sessions.contains { !$0.isCurrent } ? others : HTML.empty)
            \(forms.profile)
            \(forms.password)
            \(forms.token)
            """
    }

    private var forms: AccountForms {
        AccountForms(account: account, csrf: context.caller?.csrfField, typed: typed, error: error)
    }

    private var table: HTML {
        var table = DataTable(
            "Your sessions, most recently used first", columns: ["Session", "Last used"], rows: sessions.map(row))
        table.hasActions = true
        return table.html
    }

    private func row(_ session: OpenSession) -> [HTML] {
        let used = "\(PlainDuration(from: session.lastUsedAt, to: now)) ago"
        return [
            """
            <strong>\(session.title)</strong>\(session.isCurrent ? "<span class=\"mark\">This session</span>" : HTML.empty)\
            <span class="faint">\(life(session))</span>
            """,
            "\(session.isCurrent ? "now" : used)", session.isCurrent ? logout : ending(session, used: used),
        ]
    }

    private func life(_ session: OpenSession) -> HTML {
        let age = PlainDuration(from: session.createdAt, to: now).description
        let rest = PlainDuration(from: now, to: session.expiresAt).description
        return switch session.kind {
        case .browser, .device: "Signed in \(age) ago. Expires in \(rest) if not used."
        case .token:
            "Created \(age) ago. Expires in \(rest).\(session.scope.map { " Permissions: \($0.names.joined(separator: ", "))." } ?? "")"
        }
    }

    private var logout: HTML {
        "<form method=\"post\" action=\"/logout\">\(context.caller?.csrfField)<button class=\"quiet\">Sign out</button></form>"
    }

    /// Returns the button that ends a session or access token. Because it cannot be restored, the button asks for a confirmation.
    private func ending(_ session: OpenSession, used: String) -> HTML {
        var question = Confirmation(
            "End<span class=\"hidden\"> \(session.title), last used \(used)</span>",
            session.kind == .token
                ? "Programs that use this access token lose access." : "This browser or device must sign in again.",
            path: "/account/sessions/end",
            fields: """
                \(context.caller?.csrfField)<input type="hidden" name="session" value="\(session.id.description)">
                """)
        question.button = session.kind == .token ? "End access token" : "End session"
        question.id = "end-\(session.id.description)"
        return question.html
    }

    private var others: HTML {
        """
        \(Confirmation(
            "End all other sessions",
            "Every other browser and device must sign in again, and access tokens stop working.",
            path: "/account/sessions/others/end", fields: context.caller?.csrfField ?? .empty).html)
        """
    }
}

extension OpenSession {
    /// The title of the session in lists: "Browser", the name of the device or "Unnamed device", or "Token:" with the name of the token.
    var title: String {
        switch kind {
        case .browser: "Browser"
        case .device: device.flatMap { $0.isBlank ? nil : $0 } ?? "Unnamed device"
        case .token: name.map { "Token: \($0)" } ?? "Access token"
        }
    }
}

extension String {
    fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
