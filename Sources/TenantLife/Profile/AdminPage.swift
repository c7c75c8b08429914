import HTTP
import Web

/// `/admin`: where administrators of a tenant start from.
struct AdminPage: Sendable {
    let context: RequestContext

    private struct Card {
        let path: LocalPath
        let title: String
        let detail: String
    }

    private static let cards = [
        Card(path: "/admin/accounts", title: "Accounts", detail: "Who has an account, what it may do, invitations"),
        Card(path: "/admin/tenant", title: "This house", detail: "Name, clock, colour, logo, texts, rules, limits"),
        Card(path: "/admin/audit", title: "Record", detail: "Who did what, and when"),
    ]

    var response: Response {
        Page("Administration", context, content: "<ul class=\"cards\">\(Self.cards.map(item))</ul>")
            .response(fields: ["Cache-Control": "no-store"])
    }

    private func item(_ card: Card) -> HTML {
        "<li><a href=\"\(card.path.description)\"><strong>\(card.title)</strong><span>\(card.detail)</span></a></li>"
    }
}

/// What became of the last form. The redirect after it carries it in its query, by name.
enum AdminNotice: String, Sendable, Hashable {
    case saved
    case logoSet = "logo-set"
    case logoRemoved = "logo-removed"

    var html: HTML {
        switch self {
        case .saved: .goodNotice("Saved. It counts from now on.")
        case .logoSet: .goodNotice("The logo is on every page from now on.")
        case .logoRemoved: .goodNotice("The logo is gone.")
        }
    }
}
