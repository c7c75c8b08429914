import HTTP
import Web

/// The record for people: a form that narrows it down, and a table that fits a phone. Without script.
struct AuditPage: Sendable {
    let context: RequestContext
    let entries: [AuditEntry]
    /// The query that leads to older entries; `nil` when these are the oldest.
    let older: String?
    /// What was asked for, to stand in the form again, by the names of its fields.
    let asked: [String: String]
    /// What is wrong with what was asked.
    var problem: APIError?

    func response() -> Response {
        var page = Page("Record", context, content: content)
        page.status = problem?.status ?? .ok
        page.up = Page.Way("/admin", "Administration")
        return page.response(fields: ["Cache-Control": "no-store"])
    }

    private var content: HTML {
        """
        <p>Who did what at \(context.tenant.name): what needs a permission leaves a line here, and nobody can change it. \
        The steps of a concert on the air are kept elsewhere.</p>
        \(problem.map { HTML.fault($0, labels: Self.labels) })
        \(form)
        \(table)
        <p>\(older.map { "<a class=\"button quiet\" rel=\"next\" href=\"/admin/audit?\($0)\">Older</a>" as HTML })
        <a class="button quiet" href="/api/v1/admin/audit.csv\(query)">As a table for a spreadsheet</a></p>
        """
    }

    private var form: HTML {
        """
        <form class="filter" method="get" action="/admin/audit">
        \(field("from", "From (in UTC)", type: "date"))
        \(field("to", "To, included", type: "date"))
        \(field("actor", "Login"))
        \(field("action", "Act, such as account"))
        <button>Show</button>
        </form>
        """
    }

    private func field(_ name: String, _ label: String, type: String = "text") -> HTML {
        """
        <p><label for="\(name)">\(label)</label>
        <input id="\(name)" name="\(name)" type="\(type)" value="\(asked[name] ?? "")" autocomplete="off" \
        autocapitalize="none"></p>
        """
    }

    /// The query of what was asked for, for the table of the same.
    private var query: String {
        let parts = asked.sorted { $0.key < $1.key }.filter { !$0.value.isEmpty }
        return parts.isEmpty ? "" : "?" + parts.map { "\($0.key)=\($0.value.percentEncoded)" }.joined(separator: "&")
    }

    private static let labels = ["from": "“From”", "to": "“To”", "actor": "“Login”", "action": "“Act”"]

    private var table: HTML {
        guard problem == nil else { return .empty }
        guard !entries.isEmpty else { return "<p role=\"status\">Nothing was done that fits.</p>" }
        var table = DataTable(
            "The newest first; times in UTC. \(entries.count) on this page.", columns: ["When and who", "What"],
            rows: entries.map(row))
        table.isLabelled = false
        return table.html
    }

    private func row(_ entry: AuditEntry) -> [HTML] {
        let isKeeper = entry.actorKind == "platform"
        let keeper: HTML = isKeeper ? "<span class=\"faint\">looks after all tenants</span>" : .empty
        let subject: HTML = entry.subject.isEmpty ? .empty : "<strong>\(entry.subject)</strong>"
        let facts: HTML = entry.detail.isEmpty ? .empty : "<span class=\"faint\">\(entry.facts)</span>"
        return [
            """
            <time datetime="\(entry.at.description)">\(Self.clock(entry.at))</time>\
            <strong>\(entry.actor)</strong>\(keeper)
            """,
            "<span>\(entry.action)</span>\(subject)\(facts)",
        ]
    }

    /// "2026-05-01 19:30:00".
    private static func clock(_ instant: Instant) -> String {
        String(instant.description.prefix(19).map { $0 == "T" ? " " : $0 })
    }
}
