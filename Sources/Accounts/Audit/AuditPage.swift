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
        page.style = """
            .record caption { text-align: left; color: var(--faint); padding-bottom: .5rem; }
            .record th, .record td { vertical-align: top; padding: .75rem .5rem; overflow-wrap: anywhere; }
            .record th:first-child { padding-left: 0; }
            .record tbody th { font-weight: 400; }
            .record strong, .record span { display: block; }
            .filter { display: grid; gap: 0 1rem; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); align-items: end; }
            .filter button { margin: .75rem 0 0; }

            """
        return page.response(fields: ["Cache-Control": "no-store"])
    }

    private var content: HTML {
        """
        <p>Who did what at \(context.tenant.name): what needs a permission leaves a line here, and nobody can change it. \
        The steps of a concert on the air are kept elsewhere.</p>
        \(problem.map { "<p class=\"notice bad\" role=\"alert\">Nothing is shown: \($0.detail).</p>" as HTML })
        \(form)
        \(table)
        <p>\(older.map { "<a class=\"button quiet\" rel=\"next\" href=\"/admin/audit?\($0)\">Older</a>" as HTML })
        <a class="button quiet" href="/api/v1/admin/audit.csv\(query)">As a table for a spreadsheet</a></p>
        """
    }

    private var form: HTML {
        """
        <form class="filter" method="get" action="/admin/audit">
        \(field("from", "From (UTC)", type: "date"))
        \(field("to", "To, included", type: "date"))
        \(field("actor", "Login"))
        \(field("action", "What was done"))
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

    private var table: HTML {
        guard !entries.isEmpty else { return "<p role=\"status\">Nothing was done that fits.</p>" }
        return """
            <table class="record">
            <caption role="status">\(entries.count) acts, the newest first; times in UTC</caption>
            <thead><tr><th scope="col">When and who</th><th scope="col">What</th></tr></thead>
            <tbody>
            \(entries.map(row))
            </tbody>
            </table>
            """
    }

    private func row(_ entry: AuditEntry) -> HTML {
        """
        <tr><th scope="row"><time datetime="\(entry.at.description)">\(Self.clock(entry.at))</time>\
        <strong>\(entry.actor)</strong>\
        \(entry.actorKind == "platform" ? "<span class=\"faint\">looks after all tenants</span>" : HTML.empty)</th>
        <td><strong>\(entry.subject.isEmpty ? "–" : entry.subject)</strong>\
        <span>\(entry.action)</span>\
        \(entry.detail.isEmpty ? HTML.empty : "<span class=\"faint\">\(entry.facts)</span>")</td></tr>

        """
    }

    /// "2026-05-01 19:30:00".
    private static func clock(_ instant: Instant) -> String {
        String(instant.description.prefix(19).map { $0 == "T" ? " " : $0 })
    }
}
