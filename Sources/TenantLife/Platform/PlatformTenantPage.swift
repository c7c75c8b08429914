import HTTP
import Tenancy
import Web

/// `/platform/tenants/{tenant}`: one tenant's name, clock, limits and hosts, and whether it answers at all.
struct PlatformTenantPage: Sendable {
    let caller: PlatformCaller
    let registered: RegisteredTenant
    let notice: PlatformNotice?

    private var tenant: Tenant { registered.tenant }
    private var path: String { "/platform/tenants/\(tenant.slug)" }

    var response: Response {
        Page(platform: tenant.name, caller: caller, content: content).response(fields: ["Cache-Control": "no-store"])
    }

    private var content: HTML {
        """
        \(notice?.html)
        <p>\(tenant.slug) is <strong>\(registered.isActive ? "enabled" : "disabled")</strong>.</p>
        <form method="post" action="\(path)">\(caller.csrfField)
        <label for="name">Name</label>
        <input id="name" name="name" value="\(tenant.name)" maxlength="200" required>
        <label for="locale">Language, as a BCP 47 tag</label>
        <input id="locale" name="locale" value="\(tenant.locale)" maxlength="100" required>
        <label for="timeZone">Time zone</label>
        <input id="timeZone" name="timeZone" value="\(tenant.timeZone)" maxlength="64" required>
        <fieldset><legend>Limits; empty for what the server's settings say</legend>
        \(limits)
        </fieldset>
        <p><button>Save</button></p>
        </form>
        <h2>Hosts</h2>
        <table><caption>What it answers to</caption>
        <thead><tr><th scope="col">Host</th><th scope="col"><span class="hidden">What you can do</span></th></tr></thead>
        <tbody>\(registered.hosts.map(row))</tbody></table>
        <form method="post" action="\(path)/hosts">\(caller.csrfField)
        <label for="host">Another host</label>
        <input id="host" name="host" maxlength="253" autocapitalize="none" spellcheck="false" required>
        <p><button class="quiet">Add</button></p>
        </form>
        <h2>\(registered.isActive ? "Disable" : "Enable")</h2>
        <p id="state">\(registered.isActive
            ? "It answers to nobody then and goes off the air; its data stays." : "It answers to its hosts again.")</p>
        <form method="post" action="\(path)">\(caller.csrfField)
        <button class="quiet" name="enabled" value="\(registered.isActive ? "false" : "true")" \
        aria-describedby="state">\(registered.isActive ? "Disable" : "Enable")</button></form>
        <p><a href="/platform">To all tenants</a></p>
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
        let fields = rows.map { name, label, value -> HTML in
            """
            <label for="\(name)">\(label)</label>
            <input id="\(name)" name="\(name)" value="\(value.map { String($0) } ?? "")" inputmode="numeric" maxlength="16">

            """
        }
        return "\(fields)"
    }

    private func row(_ host: String) -> HTML {
        """
        <tr><th scope="row">\(host)</th><td><form method="post" action="\(path)/hosts/removal">\(caller.csrfField)\
        <button class="quiet" name="host" value="\(host)">Remove<span class="hidden"> \(host)</span></button></form></td></tr>

        """
    }
}
