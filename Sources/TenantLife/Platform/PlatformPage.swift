import HTTP
import Tenancy
import Web

/// `/platform`: the list of all tenants, and the form that adds one.
struct PlatformPage: Sendable {
    let caller: PlatformCaller
    let tenants: [RegisteredTenant]
    /// What was typed, where it was not taken.
    var typed: FormFields?
    var error: APIError?

    var response: Response {
        var page = Page(platform: "Tenants", caller: caller, content: content)
        page.status = error?.status ?? .ok
        return page.response(fields: ["Cache-Control": "no-store"])
    }

    private var content: HTML {
        """
        \(error.map(HTML.platformFault))
        \(tenants.isEmpty ? "<p>There is none yet.</p>" : HTML.empty)
        <ul class="cards">\(tenants.map(card))</ul>
        <h2>Add a tenant</h2>
        <form method="post" action="/platform/tenants">\(caller.csrfField)
        \(field("slug", "Short name: small letters, digits, hyphens", "maxlength=\"63\" required"))
        \(field("name", "Name", "maxlength=\"200\" required"))
        \(field("host", "Host that it answers to, if there is one yet", "maxlength=\"253\""))
        \(field("locale", "Language, such as en or cs; empty for none", "maxlength=\"100\""))
        \(field("timeZone", "Time zone, such as Europe/Prague; empty for UTC", "maxlength=\"64\""))
        \(AdministratorForm.field(typed))
        <p><button>Add</button></p>
        </form>
        """
    }

    private func field(_ name: String, _ label: HTML, _ attributes: HTML) -> HTML {
        """
        <label for="\(name)">\(label)</label>
        <input id="\(name)" name="\(name)" value="\(typed?.values(name).first ?? "")" autocapitalize="none" \
        autocomplete="off" spellcheck="false" \(attributes)\(error == nil ? HTML.empty : " aria-describedby=\"fault\"")>
        """
    }

    private func card(_ registered: RegisteredTenant) -> HTML {
        let tenant = registered.tenant
        let hosts = registered.hosts.isEmpty ? "no host" : registered.hosts.joined(separator: ", ")
        return """
            <li><a href="/platform/tenants/\(tenant.slug)"><strong>\(tenant.name)</strong>\
            <span>\(tenant.slug) · \(registered.isActive ? "enabled" : "disabled") · \(hosts)</span></a></li>
            """
    }
}

/// What became of the last form. The redirect after it carries it in its query, by name.
enum PlatformNotice: String, Sendable, Hashable {
    case added, saved
    case hostAdded = "host-added"
    case hostRemoved = "host-removed"

    var html: HTML {
        switch self {
        case .added: .goodNotice("Tenant added.")
        case .saved: .goodNotice("Saved. It counts from now on.")
        case .hostAdded: .goodNotice("Host added.")
        case .hostRemoved: .goodNotice("Host removed.")
        }
    }
}

extension HTML {
    /// What is wrong with a form of the platform's; its fields point here.
    static func platformFault(_ error: APIError) -> HTML {
        .fault(
            error,
            labels: [
                "slug": "The short name", "name": "The name", "host": "The host", "hosts": "The host",
                "locale": "The language", "administrator": "The login or mail address", "timeZone": "The time zone",
                "requestsPerSecond": "“Requests a second”",
                "requestBurst": "“Requests at one moment”", "connections": "“Requests waiting at once”",
                "streams": "“Event streams”", "storedBytes": "“Stored bytes”", "accounts": "“Accounts”",
            ])
    }
}

extension APIError {
    /// Whether whoever filled in a form of the platform's can do something about it: the form is shown again.
    var isMendable: Bool { [.conflict, .unprocessableContent, .tooManyRequests].contains(status) }
}
