import FoundationEssentials
import HTTP
import Web

/// The page that shows one account to administrators.
struct AccountDetailPage: Sendable {
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
        var page = Page(account.user.login, context, content: content)
        page.up = Page.Link("/admin/accounts", "Accounts")
        return page.response(fields: ["Cache-Control": "no-store"])
    }

    private var path: String { "/admin/accounts/\(account.user.id)" }

    private var content: HTML {
        """
        \(above)\(error.map { HTML.fault($0, at: ["role", "displayName", "email"]) })
        <p>Created \(PlainDuration(from: account.createdAt, to: now).description) ago. \
        \(subscription)\
        \(account.isDisabled ? "<strong>Disabled: nobody can sign in with this account.</strong>" as HTML : "Enabled.")</p>
        <form method="post" action="\(path)">\(context.caller?.csrfField)
        \(role.html)
        \(AccountFields(account, isOwn: false, typed: typed, error: error).html)
        <p><button>Save</button></p>
        </form>
        <h2>Sign-in</h2>
        \(account.isDisabled ? press("enable", "Enable account") : disable)
        \(account.isDisabled ? HTML.empty : press("password-resets", "Create password reset link"))
        <h2>Sessions</h2>
        \(sessions.isEmpty ? Self.noSessions : table)
        \(sessions.isEmpty ? HTML.empty : end)
        <h2>Delete</h2>
        \(delete)
        """
    }

    private var role: Field {
        let value = typed?.values("role").first ?? account.user.role.rawValue
        var field = Field("Role", "role", value, .choice(AccountListPage.roles))
        field.fault = error?.note(at: "role")
        return field
    }

    /// The sentence about the subscription; empty for roles other than listener, because only listeners have a subscription.
    private var subscription: HTML {
        guard account.user.role == .listener, let state = Subscription.State(rawValue: account.subscription) else {
            return .empty
        }
        return "Subscription: \(Subscription(state, until: account.subscriptionUntil).state(at: now).rawValue). "
    }

    private var disable: HTML {
        confirmationForm(
            "Disable account",
            """
            Nobody can sign in with this account, and its sessions and access tokens end. You can enable the account \
            again.
            """,
            "disable")
    }

    private var end: HTML {
        confirmationForm(
            "End all sessions",
            "The account’s browsers and devices must sign in again, and its access tokens stop working.",
            "sessions/end")
    }

    private var delete: HTML {
        var question = confirmation(
            "Delete account",
            "The account is deleted with its library, its settings and its sessions. This cannot be undone.",
            "delete")
        question.button = "Delete \(account.user.login) permanently"
        return question.html
    }

    private func confirmationForm(_ title: HTML, _ consequence: HTML, _ action: String) -> HTML {
        confirmation(title, consequence, action).html
    }

    private func confirmation(_ title: HTML, _ consequence: HTML, _ action: String) -> Confirmation {
        var question = Confirmation(
            title, consequence, path: LocalPath("\(path)/\(action)") ?? "/admin/accounts",
            fields: context.caller?.csrfField ?? .empty)
        question.id = "consequence-\(action.replacing("/", with: "-"))"
        return question
    }

    private func press(_ action: String, _ words: String, _ attributes: HTML = " class=\"quiet\"") -> HTML {
        """
        <form method="post" action="\(path)/\(action)">\(context.caller?.csrfField)\
        <p><button\(attributes)>\(words)</button></p></form>
        """
    }

    private static let noSessions = EmptyState(
        .account, "No open sessions", "The account’s owner is not signed in, and the account has no access tokens."
    ).html

    private var table: HTML {
        DataTable(
            "Sessions, most recently used first", columns: ["Session", "Last used"],
            rows: sessions.map { session in
                [
                    "<strong>\(session.title)</strong>",
                    "\(PlainDuration(from: session.lastUsedAt, to: now).description) ago",
                ]
            }
        ).html
    }
}
