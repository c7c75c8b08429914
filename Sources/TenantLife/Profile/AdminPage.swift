import HTTP
import Web

/// The page `/admin`: the first page for administrators of a tenant.
struct AdminPage: Sendable {
    let context: RequestContext

    private static let cards = [
        Card("/admin/accounts", "Accounts", "Accounts, roles and invitations", icon: .account),
        Card("/admin/tenant", "Settings", "Name, time zone, colour, logo, texts and rules", icon: .settings),
        Card(
            "/admin/requests", "Requests", "Requests answered, refused and failed, by hour and by day", icon: .chart),
        Card(
            "/admin/audit", "Audit log", "Exports, access tokens, and changes that require a permission", icon: .list),
    ]

    var response: Response {
        Page("Administration", context, content: "\(CardGrid(Self.cards).html)")
            .response(fields: ["Cache-Control": "no-store"])
    }
}

/// The results of the forms for a tenant's settings and logo, shown after a redirect.
enum AdminNotice: String, FlashMessage {
    case saved
    case logoSet = "logo-set"
    case logoRemoved = "logo-removed"

    var html: HTML {
        switch self {
        case .saved: .successNotice("Settings saved.")
        case .logoSet: .successNotice("Logo saved.")
        case .logoRemoved: .successNotice("Logo removed.")
        }
    }
}
