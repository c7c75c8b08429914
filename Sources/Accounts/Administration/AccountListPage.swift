import FoundationEssentials
import HTTP
import Web

/// The accounts of a tenant: a search, a table, the open invitations and the form that invites.
struct AccountListPage: Sendable {
    let context: RequestContext
    let query: AccountQuery
    let page: AccountStore.Page
    let invitations: [AccountLink]
    let now: Date
    /// What became of the last press, or what was wrong with it.
    let above: HTML?

    func response() -> Response {
        var page = Page("Accounts", context, content: content)
        page.style = AccountListPage.style
        return page.response(fields: ["Cache-Control": "no-store"])
    }

    static let style: StaticString = """
        caption { text-align: left; color: var(--faint); padding-bottom: .5rem; }
        th, td { vertical-align: top; padding: .75rem .5rem; }
        tbody th { font-weight: 400; overflow-wrap: anywhere; }
        tbody th strong, tbody th span { display: block; }
        td form { margin: 0; }
        td:last-child { text-align: right; }
        .secret { overflow-wrap: anywhere; user-select: all; }

        """

    private var content: HTML {
        """
        \(above)
        <form method="get" action="/admin/accounts" role="search">
        <label for="search">Part of a login, name or address</label>
        <input id="search" name="search" type="search" value="\(query.search ?? "")" maxlength="254">
        <label for="role">Role</label>
        <select id="role" name="role"><option value="">Any</option>\
        \(Role.allCases.map { Self.option($0, selected: $0 == query.role) })</select>
        <p><button class="quiet">Search</button></p>
        </form>
        \(page.accounts.isEmpty ? "<p>No account fits.</p>" : table)
        \(page.next.map(more))
        \(invitations.isEmpty ? HTML.empty : open)
        \(invite)
        """
    }

    /// A role to choose.
    static func option(_ role: Role, selected: Bool) -> HTML {
        "<option value=\"\(role.rawValue)\"\(selected ? " selected" : HTML.empty)>\(role.rawValue)</option>"
    }

    private var table: HTML {
        """
        <table>
        <caption>Accounts by their logins</caption>
        <thead><tr><th scope="col">Account</th><th scope="col">Role</th></tr></thead>
        <tbody>
        \(page.accounts.map(row))
        </tbody>
        </table>
        """
    }

    private func row(_ account: Account) -> HTML {
        """
        <tr><th scope="row"><strong><a href="/admin/accounts/\(account.user.id.description)">\
        \(account.user.login)</a></strong>\
        <span class="faint">\(account.displayName)\(account.isDisabled ? " (disabled)" : "")</span></th>
        <td>\(account.user.role.rawValue)</td></tr>

        """
    }

    private func more(_ key: String) -> HTML {
        let fields = [
            ("search", query.search), ("role", query.role?.rawValue), ("cursor", AccountQuery.cursor(after: key)),
        ].compactMap { name, value in value.map { "\(name)=\($0.percentEncoded)" } }
        return "<p><a class=\"button quiet\" href=\"/admin/accounts?\(fields.joined(separator: "&"))\">More</a></p>"
    }

    private var open: HTML {
        """
        <h2>Open invitations</h2>
        <table>
        <caption>Those that nobody has used yet, the newest first</caption>
        <thead><tr><th scope="col">For</th><th scope="col">Role</th>\
        <th scope="col"><span class="hidden">What you can do</span></th></tr></thead>
        <tbody>
        \(invitations.map(row))
        </tbody>
        </table>
        """
    }

    private func row(_ link: AccountLink) -> HTML {
        guard case .invitation(let role) = link.purpose else { return .empty }
        let whom = [link.displayName, link.email ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
        return """
            <tr><th scope="row"><strong>\(whom.isEmpty ? "Whoever has the link" : whom)</strong>\
            <span class="faint">Ends in \(PlainDuration(from: now, to: link.expiresAt).description)</span></th>
            <td>\(role.rawValue)</td>
            <td><form method="post" action="/admin/accounts/invitations/end">\(context.caller?.csrfField)\
            <button class="quiet" name="invitation" value="\(link.id.description)">Withdraw\
            <span class="hidden"> the invitation of \(whom)</span></button></form></td></tr>

            """
    }

    private var invite: HTML {
        """
        <h2>Invite somebody</h2>
        <form method="post" action="/admin/accounts/invitations">\(context.caller?.csrfField)
        <label for="invited-role">Role</label>
        <select id="invited-role" name="role">\(Role.allCases.map { Self.option($0, selected: $0 == .listener) })</select>
        <label for="displayName">Name, if you like</label>
        <input id="displayName" name="displayName" maxlength="\(AccountRules.displayNameLimit)">
        <label for="email">Address, if you like</label>
        <input id="email" name="email" type="email" maxlength="\(AccountRules.emailLimit)" aria-describedby="mails">
        <p id="mails" class="faint">The link is shown to you once; where this server sends mail, it also goes to the \
        address.</p>
        <p><button>Make the link</button></p>
        </form>
        """
    }
}
