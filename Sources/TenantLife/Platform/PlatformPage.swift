import HTTP
import Tenancy
import Web

/// The page `/platform`: the list of all tenants, and the form that adds a tenant.
struct PlatformPage: Sendable {
    let caller: PlatformCaller
    let tenants: [RegisteredTenant]
    /// The typed values of a refused form; `nil` if no form was refused.
    var typed: FormFields?
    var error: APIError?

    var response: Response {
        var page = Page(platform: "Tenants", caller: caller, content: content)
        page.status = error?.status ?? .ok
        return page.response(fields: ["Cache-Control": "no-store"])
    }

    private var fields: PlatformFields { PlatformFields(typed: typed, error: error) }

    private var content: HTML {
        """
        \(fields.summary)
        \(tenants.isEmpty ? none : RowList(tenants.map(row)).html)
        <h2 id="add">Add tenant</h2>
        <form method="post" action="/platform/tenants">\(caller.csrfField)
        \(fields.name().html)\(fields.slug.html)
        \(fields.host("Host name (optional)", isRequired: false).html)
        \(fields.locale("", hint: "A language tag, such as en or cs. Leave empty for no language.").html)
        \(fields.timeZone("", hint: "For example, Europe/Prague. Leave empty for UTC.").html)
        \(fields.administrator.html)
        <p><button>Add tenant</button></p>
        </form>
        """
    }

    private var none: HTML {
        EmptyState(
            .platform, "No tenants yet", "A tenant is an orchestra, a festival or a broadcaster with its own pages.",
            action: "<a class=\"button\" href=\"#add\">Add tenant</a>"
        ).html
    }

    private func row(_ registered: RegisteredTenant) -> ListRow {
        let tenant = registered.tenant
        var row = ListRow(
            "\(tenant.name)", LocalPath("/platform/tenants/\(tenant.slug)"), artwork: Artwork(tenant.name))
        let hosts = registered.hosts.isEmpty ? "no host name" : registered.hosts.joined(separator: ", ")
        row.details = ["\(tenant.slug) · \(hosts)"]
        row.facts = registered.isActive ? "enabled" : "disabled"
        return row
    }
}

/// The results of the forms on the platform's pages, shown after a redirect.
enum PlatformNotice: String, FlashMessage {
    case added, saved, enabled, disabled
    case hostAdded = "host-added"
    case hostRemoved = "host-removed"

    var html: HTML {
        switch self {
        case .added: .successNotice("Tenant added.")
        case .saved: .successNotice("Tenant saved.")
        case .enabled: .successNotice("Tenant enabled. The tenant can be reached at its host names again.")
        case .disabled: .successNotice("Tenant disabled. Nobody can reach the tenant, but its data is kept.")
        case .hostAdded: .successNotice("Host name added.")
        case .hostRemoved: .successNotice("Host name removed.")
        }
    }
}
