import FoundationEssentials
import HTTP
import Web

/// One account as an administrator looks after it.
struct AccountDetailPage: Sendable {
    let context: RequestContext
    let account: Account
    let sessions: [OpenSession]
    let now: Date
    /// What became of the last press, or what was wrong with it.
    let above: HTML?

    func response() -> Response {
        var page = Page(account.user.login, context, content: content)
        page.style = AccountListPage.style
        return page.response(fields: ["Cache-Control": "no-store"])
    }

    private var path: String { "/admin/accounts/\(account.user.id)" }

    private var content: HTML {
        """
        \(above)
        <p><a href="/admin/accounts">All accounts</a></p>
        <p>Made \(PlainDuration(from: account.createdAt, to: now).description) ago. \
        Subscription: \(account.subscription). \
        \(account.isDisabled ? "<strong>Disabled: nobody can log in.</strong>" : "Enabled.")</p>
        <form method="post" action="\(path)">\(context.caller?.csrfField)
        <label for="role">Role</label>
        <select id="role" name="role">\
        \(Role.allCases.map { AccountListPage.option($0, selected: $0 == account.user.role) })</select>
        <label for="displayName">Name that others read</label>
        <input id="displayName" name="displayName" value="\(account.displayName)" \
        maxlength="\(AccountRules.displayNameLimit)">
        <label for="email">Address for mail about this account</label>
        <input id="email" name="email" type="email" value="\(account.email ?? "")" \
        maxlength="\(AccountRules.emailLimit)">
        <p><button>Save</button></p>
        </form>
        <h2>Log-in</h2>
        \(account.isDisabled ? press("enable", "Enable the account") : press("disable", "Disable the account"))
        \(account.isDisabled ? HTML.empty : press("password-resets", "Make a link to set a new password"))
        <h2>Sessions</h2>
        \(sessions.isEmpty ? "<p>None is open.</p>" : table)
        \(sessions.isEmpty ? HTML.empty : press("sessions/end", "End all sessions"))
        <h2>Delete</h2>
        <p id="gone" class="faint">The account and all that is its own are gone for good.</p>
        \(press("delete", "Delete the account", describedBy: " aria-describedby=\"gone\""))
        """
    }

    private func press(_ act: String, _ words: String, describedBy: HTML = .empty) -> HTML {
        """
        <form method="post" action="\(path)/\(act)">\(context.caller?.csrfField)\
        <p><button class="quiet"\(describedBy)>\(words)</button></p></form>
        """
    }

    private var table: HTML {
        """
        <table>
        <caption>Where the account is logged in, the session used last first</caption>
        <thead><tr><th scope="col">Session</th><th scope="col">Last used</th></tr></thead>
        <tbody>
        \(sessions.map(row))
        </tbody>
        </table>
        """
    }

    private func row(_ session: OpenSession) -> HTML {
        """
        <tr><th scope="row"><strong>\(session.device ?? session.name ?? session.kind.rawValue)</strong></th>
        <td>\(PlainDuration(from: session.lastUsedAt, to: now).description) ago</td></tr>

        """
    }
}
