import HTTP
import Tenancy
import Web

/// `/platform/tenants/{tenant}`: one tenant's name, clock, limits and hosts, and whether it answers at all.
struct PlatformTenantPage: Sendable {
    let caller: PlatformCaller
    let registered: RegisteredTenant
    let administrator: AdministratorStatus
    /// An invitation that was made just now.
    var invitation: AdministratorInvitation?
    var notice: PlatformNotice?
    /// What was typed, where it was not taken.
    var typed: FormFields?
    var error: APIError?

    private var tenant: Tenant { registered.tenant }
    private var path: String { "/platform/tenants/\(tenant.slug)" }

    var response: Response {
        var page = Page(platform: tenant.name, caller: caller, content: content)
        page.status = error?.status ?? .ok
        page.up = Page.Way("/platform", "Tenants")
        return page.response(fields: ["Cache-Control": "no-store"])
    }

    private var content: HTML {
        """
        \(invitation.map(HTML.administratorInvited))\(notice?.html)\(error.map(HTML.platformFault))
        <p>\(tenant.slug) is <strong>\(registered.isActive ? "enabled" : "disabled")</strong>.</p>
        <form method="post" action="\(path)">\(caller.csrfField)
        \(field("name", "Name", tenant.name, "maxlength=\"200\" required"))
        \(field("locale", "Language, such as en or cs", tenant.locale, "maxlength=\"100\" required"))
        \(field("timeZone", "Time zone, such as Europe/Prague", tenant.timeZone, "maxlength=\"64\" required"))
        <fieldset aria-describedby="limits"><legend>Limits</legend>
        <p id="limits" class="hint">Empty for what the server's settings say.</p>
        \(limits)
        </fieldset>
        <p><button>Save</button></p>
        </form>
        <h2>Hosts</h2>
        \(registered.hosts.isEmpty ? "<p>None: nobody can reach it.</p>" : hosts)
        <form method="post" action="\(path)/hosts">\(caller.csrfField)
        <label for="host">Another host</label>
        <input id="host" name="host" value="\(typed?.values("host").first ?? "")" maxlength="253" autocapitalize="none" spellcheck="false" required>
        <p><button class="quiet">Add</button></p>
        </form>
        \(AdministratorForm(caller: caller, tenant: tenant, status: administrator, typed: typed).html)
        <h2>\(registered.isActive ? "Disable" : "Enable")</h2>
        <p id="state">\(registered.isActive
            ? "It answers to nobody then and goes off the air; its data stays." : "It answers to its hosts again.")</p>
        <form method="post" action="\(path)">\(caller.csrfField)
        <button class="\(registered.isActive ? "grave" : "quiet")" name="enabled" value="\(registered.isActive ? "false" : "true")" \
        aria-describedby="state">\(registered.isActive ? "Disable" : "Enable")</button></form>
        """
    }

    private var limits: HTML {
        let rows: [(String, String, Int64?)] = [
            ("requestsPerSecond", "Requests a second", tenant.limits.requestsPerSecond.map(Int64.init)),
            ("requestBurst", "Requests at one moment", tenant.limits.requestBurst.map(Int64.init)),
            ("connections", "Requests waiting at once", tenant.limits.connections.map(Int64.init)),
            ("streams", "Event streams", tenant.limits.streams.map(Int64.init)),
            ("storedBytes", "Stored bytes", tenant.limits.storedBytes),
            ("accounts", "Accounts", tenant.limits.accounts.map(Int64.init)),
        ]
        let fields = rows.map { name, label, value in
            field(name, "\(label)", value.map { String($0) } ?? "", "inputmode=\"numeric\" maxlength=\"16\"")
        }
        return "\(fields)"
    }

    private func field(_ name: String, _ label: HTML, _ value: String, _ attributes: HTML) -> HTML {
        """
        <label for="\(name)">\(label)</label>
        <input id="\(name)" name="\(name)" value="\(typed?.values(name).first ?? value)" \(attributes)>

        """
    }

    private var hosts: HTML {
        var table = DataTable("What it answers to", columns: ["Host"], rows: registered.hosts.map(row))
        table.hasActs = true
        table.isPaired = true
        return table.html
    }

    private func row(_ host: String) -> [HTML] {
        [
            "\(host)",
            """
            <form method="post" action="\(path)/hosts/removal">\(caller.csrfField)\
            <button class="quiet" name="host" value="\(host)">Remove<span class="hidden"> \(host)</span></button></form>
            """,
        ]
    }
}
