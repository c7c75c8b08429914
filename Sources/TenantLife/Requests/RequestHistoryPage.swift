import HTTP
import Web

/// The page `/admin/requests`: charts of all requests, of errors and of refused requests.
struct RequestHistoryPage: Sendable {
    let context: RequestContext
    let history: RequestHistory

    var response: Response {
        var page = Page("Requests", context, content: content)
        page.up = Page.Link("/admin", "Administration")
        return page.response(fields: ["Cache-Control": "no-store"])
    }

    private var content: HTML {
        let hours = history.hours.map { ($0.time, $0.figures) }
        let days = history.days.map { ($0.name, $0.figures) }
        return """
            <p class="faint">Times are in the time zone \(history.timeZone). The charts are updated once \
            a minute. A request counts when it is answered; an event stream counts once, when it opens.</p>
            \(section("Last 24 hours", hours))\(section("Last 30 days", days))
            <dl class="facts"><dt>Refused</dt><dd>Answered with a status from 400 to 499, for example because the \
            address is unknown, the client is not signed in or a \
            limit was reached.</dd><dt>Errors</dt><dd>Answered with a status \
            from 500 to 599, for example because of an error or an overload of this \
            server.</dd></dl>
            """
    }

    private func section(_ title: String, _ points: [(String, TenantTraffic.Figures)]) -> HTML {
        func chart(_ unit: String, _ figure: KeyPath<TenantTraffic.Figures, Int64>) -> HTML {
            Chart(
                unit.prefix(1).uppercased() + unit.dropFirst(), unit: unit, .bars,
                points.map { Chart.Point($0.0, Int($0.1[keyPath: figure])) }
            ).html
        }
        return """
            <h2>\(title)</h2>
            \(chart("requests", \.requests))
            <div class="pair">\(chart("errors", \.errors))\(chart("refused", \.refused))</div>
            """
    }
}
