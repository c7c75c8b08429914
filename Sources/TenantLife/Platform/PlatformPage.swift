import HTTP
import Tenancy
import Web

/// `/platform`: the list of all tenants, and the form that adds one.
struct PlatformPage: Sendable {
    let caller: PlatformCaller
    let tenants: [RegisteredTenant]

    var response: Response {
        Page(platform: "Tenants", caller: caller, content: content).response(fields: ["Cache-Control": "no-store"])
    }

    private var content: HTML {
        """
        \(tenants.isEmpty ? "<p>There is none yet.</p>" : HTML.empty)
        <ul class="cards">\(tenants.map(card))</ul>
        <h2>Add a tenant</h2>
        <form method="post" action="/platform/tenants">\(caller.csrfField)
        <label for="slug">Short name: small letters, digits, hyphens</label>
        <input id="slug" name="slug" maxlength="63" autocapitalize="none" spellcheck="false" required>
        <label for="name">Name</label>
        <input id="name" name="name" maxlength="200" required>
        <label for="host">Host that it answers to</label>
        <input id="host" name="host" maxlength="253" autocapitalize="none" spellcheck="false">
        <label for="locale">Language, as a BCP 47 tag</label>
        <input id="locale" name="locale" maxlength="100" placeholder="und">
        <label for="timeZone">Time zone</label>
        <input id="timeZone" name="timeZone" maxlength="64" placeholder="UTC">
        <p><button>Add</button></p>
        </form>
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
        case .added: Self.paragraph("The tenant is there and answers to its hosts.")
        case .saved: Self.paragraph("Saved. It counts from now on.")
        case .hostAdded: Self.paragraph("The tenant answers to the host.")
        case .hostRemoved: Self.paragraph("The tenant answers to that host no more.")
        }
    }

    private static func paragraph(_ text: HTML) -> HTML { "<p class=\"notice good\" role=\"status\">\(text)</p>" }
}
