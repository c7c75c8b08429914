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
        page.up = Page.Way("/admin/accounts", "Accounts")
        return page.response(fields: ["Cache-Control": "no-store"])
    }

    private var path: String { "/admin/accounts/\(account.user.id)" }

    private var content: HTML {
        """
        \(above)
        <p>Made \(PlainDuration(from: account.createdAt, to: now).description) ago. \
        Subscription: \(account.subscription). \
        \(account.isDisabled ? "<strong>Disabled: nobody can log in.</strong>" as HTML : "Enabled.")</p>
        <form method="post" action="\(path)">\(context.caller?.csrfField)
        <label for="role">Role</label>
        <select id="role" name="role">\
        \(Role.allCases.map { AccountListPage.option($0, selected: $0 == account.user.role) })</select>
        <label for="displayName">Name that others read</label>
        <input id="displayName" name="displayName" value="\(account.displayName)" \
        maxlength="\(AccountRules.displayNameLimit)">
        <label for="email">Mail address</label>
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
        <details><summary>Delete this account</summary>
        <p id="gone">The account and all that is its own are gone for good.</p>
        \(press("delete", "Delete \(account.user.login) for good", " class=\"grave\" aria-describedby=\"gone\""))
        </details>
        """
    }

    private func press(_ act: String, _ words: String, _ attributes: HTML = " class=\"quiet\"") -> HTML {
        """
        <form method="post" action="\(path)/\(act)">\(context.caller?.csrfField)\
        <p><button\(attributes)>\(words)</button></p></form>
        """
    }

    private var table: HTML {
        DataTable(
            "Where the account is logged in, the session used last first", columns: ["Session", "Last used"],
            rows: sessions.map { session in
                [
                    "<strong>\(session.title)</strong>",
                    "\(PlainDuration(from: session.lastUsedAt, to: now).description) ago",
                ]
            }
        ).html
    }
}
