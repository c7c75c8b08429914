import FoundationEssentials
import HTTP
import Web

/// The account's page: plain forms and a table that fits a phone. Times are told as lengths from now, since without
/// script nobody knows the reader's time zone.
struct AccountPage: Sendable {
    let context: RequestContext
    let account: Account
    let sessions: [OpenSession]
    let now: Date
    /// What became of the last press, or what was wrong with it.
    let above: HTML?

    func response() -> Response {
        var page = Page("Your account", context, content: content)
        page.style = """
            .sessions caption { text-align: left; color: var(--faint); padding-bottom: .5rem; }
            .sessions th, .sessions td { vertical-align: top; padding: .75rem .5rem; }
            .sessions th:first-child { padding-left: 0; }
            .sessions th:last-child, .sessions td:last-child { padding-right: 0; text-align: right; }
            .sessions tbody th { font-weight: 400; overflow-wrap: anywhere; }
            .sessions tbody th strong, .sessions tbody th span { display: block; }
            .sessions form { margin: 0; }
            .sessions button { padding: .6rem .9rem; white-space: nowrap; }
            .sessions .mark { color: var(--good); font-weight: 600; }
            fieldset { border: 1px solid var(--line); border-radius: .5rem; margin: .75rem 0 0; }
            .choice { display: inline-block; margin: .25rem 1rem .25rem 0; }
            .secret { overflow-wrap: anywhere; user-select: all; }

            """
        return page.response(fields: ["Cache-Control": "no-store"])
    }

    private var content: HTML {
        let caller = context.caller
        return """
            \(above)
            <p>You are logged in as <strong>\(caller?.login ?? "")</strong>. \
            Your role at \(context.tenant.name) is <strong>\(caller?.role.rawValue ?? "")</strong>.</p>
            <h2>Where you are logged in</h2>
            <p>If you do not know one of these, end it and tell whoever runs this server: somebody may have your \
            password.</p>
            \(table)
            \(sessions.contains { !$0.isCurrent } ? others : HTML.empty)
            \(forms.profile)
            \(forms.password)
            \(forms.token)
            """
    }

    private var forms: AccountForms { AccountForms(account: account, csrf: context.caller?.csrfField) }

    private var table: HTML {
        """
        <table class="sessions">
        <caption>Your sessions, the one used last first</caption>
        <thead><tr><th scope="col">Session</th><th scope="col">Last used</th>\
        <th scope="col"><span class="hidden">What you can do</span></th></tr></thead>
        <tbody>
        \(sessions.map(row))
        </tbody>
        </table>
        """
    }

    private func row(_ session: OpenSession) -> HTML {
        let used = "\(PlainDuration(from: session.lastUsedAt, to: now)) ago"
        return """
            <tr><th scope="row"><strong>\(Self.name(session))</strong>\
            \(session.isCurrent ? "<span class=\"mark\">This one</span>" : HTML.empty)\
            <span class="faint">\(life(session))</span></th>
            <td>\(session.isCurrent ? "now" : used)</td>
            <td>\(session.isCurrent ? logout : ending(session, used: used))</td></tr>

            """
    }

    /// What the owner calls the device, or else what kind of session it is.
    private static func name(_ session: OpenSession) -> String {
        switch session.kind {
        case .browser: "Browser"
        case .device: session.device.flatMap { $0.isBlank ? nil : $0 } ?? "Device"
        case .token: session.name.map { "Token: \($0)" } ?? "Token of a script"
        }
    }

    private func life(_ session: OpenSession) -> HTML {
        let age = PlainDuration(from: session.createdAt, to: now).description
        let rest = PlainDuration(from: now, to: session.expiresAt).description
        return switch session.kind {
        case .browser: "Logged in \(age) ago. Ends in \(rest) if it is not used."
        case .device: "Device, logged in \(age) ago. Ends in \(rest) if it is not used."
        case .token:
            "Made \(age) ago. Ends in \(rest).\(session.scope.map { " May only: \($0.names.joined(separator: ", "))." } ?? "")"
        }
    }

    private var logout: HTML {
        "<form method=\"post\" action=\"/logout\">\(context.caller?.csrfField)<button class=\"quiet\">Log out</button></form>"
    }

    private func ending(_ session: OpenSession, used: String) -> HTML {
        """
        <form method="post" action="/account/sessions/end">\(context.caller?.csrfField)\
        <button class="quiet" name="session" value="\(session.id.description)">End\
        <span class="hidden"> \(Self.name(session)), last used \(used)</span></button></form>
        """
    }

    private var others: HTML {
        """
        <h2>All others at once</h2>
        <p id="others">Every browser and device but this one has to log in again, and tokens of scripts stop \
        working.</p>
        <form method="post" action="/account/sessions/others/end">\(context.caller?.csrfField)\
        <button aria-describedby="others">End all other sessions</button></form>
        """
    }
}

extension String {
    fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
