import HTTP
import Web

/// The page of the audit log.
struct AuditPage: Sendable {
    let context: RequestContext
    /// The entries, each with its time in the tenant's time zone.
    let entries: [(entry: AuditEntry, time: String)]
    /// The URL query of the page with older entries; `nil` on the last page.
    let older: String?
    /// The values of the filter form, by field name.
    let filterValues: [String: String]
    /// The number of actions on each day, for the chart; empty except on the first page without a filter.
    var actionsByDay: [Chart.Point] = []
    /// The filter in the link to the CSV file. Its times are instants, because the API reads dates in UTC.
    var tableFilter: [String: String] = [:]
    /// The error of an invalid filter; `nil` if the filter is valid.
    var problem: APIError?

    func response() -> Response {
        var page = Page("Audit log", context, content: content)
        page.status = problem?.status ?? .ok
        page.up = Page.Link("/admin", "Administration")
        return page.response(fields: ["Cache-Control": "no-store"])
    }

    private var content: HTML {
        """
        <p>This log records each change at \(context.tenant.name) that requires a permission, each export of the tenant’s data, and the creation \
        and removal of tokens, app passwords, connections and feed addresses. The server never changes or deletes an entry. \
        The control of the live position during a concert and reported numbers of listeners and skips are not included.</p>
        \(problem.map { HTML.fault($0, labels: Self.labels, ids: Self.ids) })
        \(Chart("Actions by day", unit: "actions", .bars, actionsByDay).html)
        \(form)
        \(table)
        <p>\(older.map { "<a class=\"button quiet\" rel=\"next\" href=\"/admin/audit?\($0)\">Older entries</a>" as HTML })
        <a class="button quiet" href="/api/v1/admin/audit.csv\(tableQuery)">Download as CSV</a></p>
        """
    }

    private var form: HTML {
        var login = field("Login", "actor")
        login.attributes = " autocomplete=\"off\" autocapitalize=\"none\""
        let fields = [
            field("From", "from", .date), field("To (inclusive)", "to", .date), login,
            field("Action", "action", actions),
        ]
        return """
            <form class="filter" method="get" action="/admin/audit">\(fields.map(\.html))
            <button class="quiet">Show entries</button></form>
            """
    }

    private func field(_ label: HTML, _ name: String, _ kind: Field.Kind = .text) -> Field {
        var field = Field(label, name, filterValues[name] ?? "", kind)
        field.fault = problem?.note(at: name)
        return field
    }

    /// The options of the filter for actions. A chosen code that is not in the list becomes one more option.
    private var actions: Field.Kind {
        var options = [Field.Option("", "All actions")]
        if let chosen = filterValues["action"], !chosen.isEmpty, !AuditText.codes.contains(chosen) {
            options.append(Field.Option(chosen, AuditText.sentence(chosen)))
        }
        return .grouped(options, AuditText.groups)
    }

    private var tableQuery: String {
        let parts = tableFilter.sorted { $0.key < $1.key }.filter { !$0.value.isEmpty }
        return parts.isEmpty ? "" : "?" + parts.map { "\($0.key)=\($0.value.percentEncoded)" }.joined(separator: "&")
    }

    private static let labels = ["from": "“From”", "to": "“To”", "actor": "“Login”", "action": "“Action”"]
    private static let ids = ["from": "from", "to": "to", "actor": "actor", "action": "action"]

    private var table: HTML {
        guard problem == nil else { return .empty }
        guard !entries.isEmpty else {
            return EmptyState(
                .list, "No matching entries",
                action: "<a class=\"button quiet\" href=\"/admin/audit\">Show all entries</a>"
            ).html
        }
        var table = DataTable(
            "Newest first. Times are in the time zone \(context.tenant.timeZone). Entries on this page: \(entries.count).",
            columns: ["Time and login", "Action"], rows: entries.map { row($0.entry, $0.time) })
        table.isLabelled = false
        return table.html
    }

    private func row(_ entry: AuditEntry, _ time: String) -> [HTML] {
        let platformTag: HTML =
            entry.actorKind == "platform" ? "<span class=\"faint\">platform administrator</span>" : .empty
        let subject: HTML = entry.subject.isEmpty ? .empty : "<span>\(entry.subject)</span>"
        let facts: HTML = entry.detail.isEmpty ? .empty : "<span class=\"faint\">\(entry.facts)</span>"
        return [
            """
            <time datetime="\(entry.at.description)">\(time)</time>\
            <strong>\(entry.actor)</strong>\(platformTag)
            """,
            "<strong>\(AuditText.sentence(entry.action))</strong>\(subject)\(facts)",
        ]
    }
}
