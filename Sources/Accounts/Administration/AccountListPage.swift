import FoundationEssentials
import HTTP
import Web

/// The page with the accounts of a tenant: search, table, open invitations and the invitation form.
struct AccountListPage: Sendable {
    let context: RequestContext
    let query: AccountQuery
    let page: AccountStore.Page
    let invitations: [AccountLink]
    let now: Date
    /// The result of the last submitted form; `nil` for none.
    let above: HTML?
    /// The typed values of a refused invitation; `nil` if none was refused.
    var typed: FormFields?
    /// The error of a refused invitation; `nil` if none was refused.
    var error: APIError?

    func response() -> Response {
        var page = Page("Accounts", context, content: content)
        page.up = Page.Link("/admin", "Administration")
        return page.response(fields: ["Cache-Control": "no-store"])
    }

    private var content: HTML {
        """
        \(above)\(error.map { HTML.fault($0, at: ["displayName", "email"], ids: ["role": "invited-role"]) })
        <form class="filter" method="get" action="/admin/accounts" role="search">
        \(filters.map(\.html))
        <button class="quiet">Search</button>
        </form>
        \(page.accounts.isEmpty ? Self.noAccounts : table)
        \(page.next.map(more))
        \(invitations.isEmpty ? HTML.empty : open)
        \(invite)
        """
    }

    private var filters: [Field] {
        var search = Field("Part of a login, display name or email address", "search", query.search ?? "", .search)
        search.attributes = " maxlength=\"254\""
        let role = Field(
            "Role", "role", query.role?.rawValue ?? "", .choice([Field.Option("", "Any")] + Self.roles))
        return [search, role]
    }

    private static let noAccounts: HTML = {
        let links: HTML = """
            <a class="button quiet" href="/admin/accounts">Show all accounts</a> \
            <a class="button" href="#invite">Invite someone</a>
            """
        let state = EmptyState(
            .account, "No matching accounts", "Search for another text or role, or invite someone.", action: links)
        return "<div role=\"status\">\(state.html)</div>"
    }()

    static let roles = Role.allCases.map { Field.Option($0.rawValue, $0.rawValue) }

    private var invitation: [Field] {
        func typed(_ name: String) -> String? { self.typed?.values(name).first }
        var role = Field("Role", "role", typed("role") ?? Role.listener.rawValue, .choice(Self.roles))
        role.id = "invited-role"
        role.fault = error?.note(at: "role")
        var name = Field("Display name (optional)", "displayName", typed("displayName") ?? "")
        name.attributes = " maxlength=\"\(AccountRules.displayNameLimit)\""
        name.fault = error?.note(at: "displayName")
        var address = Field("Email address (optional)", "email", typed("email") ?? "", .email)
        address.attributes = " maxlength=\"\(AccountRules.emailLimit)\""
        address.fault = error?.note(at: "email")
        address.hint = "The link is shown only once. If this server sends mail, the link is also sent to this address."
        return [role, name, address]
    }

    private var table: HTML {
        var table = DataTable("Accounts by login", columns: ["Account", "Role"], rows: page.accounts.map(row))
        table.isPaired = true
        return table.html
    }

    private func row(_ account: Account) -> [HTML] {
        [
            """
            \(Artwork(account.user.login, isRound: true, size: .small).html) \
            <strong><a href="/admin/accounts/\(account.user.id.description)">\(account.user.login)</a></strong>\
            <span class="faint">\(account.displayName)\(account.isDisabled ? " (disabled)" : "")</span>
            """,
            "\(account.user.role.rawValue)",
        ]
    }

    private func more(_ key: String) -> HTML {
        let fields = [
            ("search", query.search), ("role", query.role?.rawValue), ("cursor", AccountQuery.cursor(after: key)),
        ].compactMap { name, value in value.map { "\(name)=\($0.percentEncoded)" } }
        return
            "<p><a class=\"button quiet\" href=\"/admin/accounts?\(fields.joined(separator: "&"))\">More accounts</a></p>"
    }

    private var open: HTML {
        var table = DataTable(
            "Open invitations, newest first", columns: ["Person", "Role"],
            rows: invitations.compactMap(row))
        table.hasActions = true
        return "<h2>Open invitations</h2>\(table.html)"
    }

    private func row(_ link: AccountLink) -> [HTML]? {
        guard case .invitation(let role) = link.purpose else { return nil }
        let whom = [link.displayName, link.email ?? ""].filter { !$0.isEmpty }
        return [
            """
            <strong>\(whom.first ?? "Anyone with the link")</strong>\(whom.dropFirst().map { "<span>\($0)</span>" as HTML })\
            <span class="faint">Expires in \(PlainDuration(from: now, to: link.expiresAt).description)</span>
            """,
            "\(role.rawValue)",
            end(link, for: whom.first ?? "anyone with the link"),
        ]
    }

    /// Returns the button that withdraws an invitation. Because a withdrawn link cannot be restored, the button asks for a confirmation.
    private func end(_ link: AccountLink, for whom: String) -> HTML {
        var question = Confirmation(
            "Withdraw<span class=\"hidden\"> the invitation for \(whom)</span>",
            "The link stops working. For another invitation, create a new link.",
            path: "/admin/accounts/invitations/end",
            fields: """
                \(context.caller?.csrfField)<input type="hidden" name="invitation" value="\(link.id.description)">
                """)
        question.button = "Withdraw invitation"
        question.id = "end-\(link.id)"
        question.isDestructive = false
        return question.html
    }

    private var invite: HTML {
        """
        <h2 id="invite">Invite someone</h2>
        <form method="post" action="/admin/accounts/invitations">\(context.caller?.csrfField)
        \(invitation.map(\.html))
        <p><button>Create invitation link</button></p>
        </form>
        """
    }
}
