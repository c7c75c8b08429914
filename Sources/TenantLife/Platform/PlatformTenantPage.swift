import HTTP
import Tenancy
import Web

/// The page `/platform/tenants/{tenant}`: the settings, limits, host names and first administrator of one tenant.
struct PlatformTenantPage: Sendable {
    let caller: PlatformCaller
    let registered: RegisteredTenant
    let administrator: AdministratorStatus
    /// The invitation that this request created; `nil` if it created none.
    var invitation: AdministratorInvitation?
    var notice: PlatformNotice?
    /// The typed values of a refused form; `nil` if no form was refused.
    var typed: FormFields?
    var error: APIError?

    private var tenant: Tenant { registered.tenant }
    private var path: String { "/platform/tenants/\(tenant.slug)" }

    var response: Response {
        var page = Page(platform: tenant.name, caller: caller, content: content)
        page.status = error?.status ?? .ok
        page.up = Page.Link("/platform", "Tenants")
        return page.response(fields: ["Cache-Control": "no-store"])
    }

    private var fields: PlatformFields { PlatformFields(typed: typed, error: error) }

    private var content: HTML {
        """
        \(invitation.map(HTML.administratorInvited))\(notice?.html)\(fields.summary)
        <p>Tenant \(tenant.slug) is <strong>\(registered.isActive ? "enabled" : "disabled")</strong>.</p>
        <form method="post" action="\(path)">\(caller.csrfField)
        \(fields.name(tenant.name).html)
        \(fields.locale(tenant.locale, hint: "A language tag, such as en or cs, or “und” for no language.").html)
        \(fields.timeZone(tenant.timeZone, hint: "For example, Europe/Prague.").html)
        \(limits)
        <p><button>Save</button></p>
        </form>
        <h2>Host names</h2>
        \(registered.hosts.isEmpty ? noHosts : hosts)
        <form method="post" action="\(path)/hosts">\(caller.csrfField)
        \(fields.host("Host name", isRequired: true).html)
        <p><button class="quiet">Add host name</button></p>
        </form>
        \(AdministratorForm(caller: caller, tenant: tenant, status: administrator, fields: fields).html)
        \(registered.isActive ? disable : enable)
        """
    }

    private var limits: HTML {
        let limits = tenant.limits
        let rows: [(TenantChange.Member, Int64?)] = [
            (.requestsPerSecond, limits.requestsPerSecond.map(Int64.init)),
            (.requestBurst, limits.requestBurst.map(Int64.init)), (.connections, limits.connections.map(Int64.init)),
            (.streams, limits.streams.map(Int64.init)), (.storedBytes, limits.storedBytes),
            (.accounts, limits.accounts.map(Int64.init)),
        ]
        return """
            <fieldset id="limits" aria-describedby="limits-hint"><legend>Limits</legend>
            <p id="limits-hint" class="hint">An empty field for stored bytes or accounts means no limit. For each \
            other empty field, the server’s setting applies.</p>
            <div class="pair">\(rows.map { fields.limit($0, $1).html })</div></fieldset>
            """
    }

    private var noHosts: HTML {
        EmptyState(
            .settings, "No host names yet", "Nobody can reach this tenant until it has a host name.",
            action: "<a class=\"button quiet\" href=\"#host\">Add host name</a>"
        ).html
    }

    private var hosts: HTML {
        var table = DataTable("Host names of the tenant", columns: ["Host name"], rows: registered.hosts.map(row))
        table.hasActions = true
        return table.html
    }

    private func row(_ host: String) -> [HTML] {
        let consequence: HTML =
            registered.hosts.count == 1
            ? """
            This is the only host name. Without a host name, nobody can reach the tenant, not even its \
            administrators.
            """
            : "Bookmarks, apps and links in emails that use this host name stop working."
        var question = confirmation("Remove", consequence, action: "/hosts/removal", "host", host)
        question.id = "consequence-\(host)"
        question.button = "Remove \(host)"
        return ["\(host)", question.html]
    }

    private var disable: HTML {
        var question = confirmation(
            "Disable tenant",
            """
            Nobody can reach the tenant, listeners’ streams end, and a concert on the air is taken off the air. The tenant’s data is \
            kept, and you can enable the tenant again.
            """,
            action: "", "enabled", "false")
        question.id = "consequence-disable"
        question.button = "Disable \(tenant.name)"
        return "<h2>Disable tenant</h2>\(question.html)"
    }

    private var enable: HTML {
        """
        <h2>Enable tenant</h2>
        <form method="post" action="\(path)">\(caller.csrfField)
        <p id="state">After you enable the tenant, it can be reached at its host names again.</p>
        <p><button class="quiet" name="enabled" value="true" aria-describedby="state">Enable tenant</button></p></form>
        """
    }

    private func confirmation(
        _ title: HTML, _ consequence: HTML, action: String, _ name: String, _ value: String
    ) -> Confirmation {
        Confirmation(
            title, consequence, path: LocalPath(path + action) ?? "/platform",
            fields: "\(caller.csrfField)<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">")
    }
}
