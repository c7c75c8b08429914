import HTTP
import Web

/// The report about a concert: delays by transport, listeners over time, and the annotation tracks that devices showed.
struct OperatorReportPage: Sendable {
    let report: LiveReport?
    let context: RequestContext
    /// The concert in the query; `nil` for the concert that is or was last on the air.
    var concert: Concert?
    var concerts: [LoggedConcert] = []

    func response() -> Response {
        var page = Page("Concert report", context, content: content)
        page.up = Page.Link("/operator", "Operator")
        page.look = .hall
        return page.response(fields: ["Cache-Control": "no-store"])
    }

    private var content: HTML {
        guard let report else { return "<p>No concert has been on the air yet.</p>" }
        let choice = LoggedConcertChoice(
            concerts: concerts, chosen: concert, path: "/operator/report", clock: LocalTimeFormatter(context.tenant))
        let query: HTML = concert.map { "?concert=\($0.slug)" } ?? .empty
        return """
            \(choice.html)
            <p class="more"><a class="button quiet" href="/operator/report.csv\(query)">Download as CSV</a> <a href="/operator/log\(query)">Concert log</a></p>
            <h2>Delay</h2>
            <p>The time from a move of the concert until a device shows the new position. Only devices whose owners allow delay reports send this time; a report does not identify the device or its owner.</p>
            \(delays(report))
            <h2>Listeners</h2>
            \(listeners(report))
            <h2>Tracks read</h2>
            \(tracks(report))
            """
    }

    private func delays(_ report: LiveReport) -> HTML {
        guard !report.delays.isEmpty else { return "<p>No device has reported a delay.</p>" }
        return DataTable(
            "Delays by transport", columns: ["Transport", "Median", "95th percentile", "Reported positions"],
            rows: report.delays.map {
                ["\($0.transport.words)", "\($0.p50Ms) ms", "\($0.p95Ms) ms", "\($0.steps)"]
            }
        ).html
    }

    private func listeners(_ report: LiveReport) -> HTML {
        guard !report.listeners.isEmpty else {
            return "<p>Nobody has followed online for a full minute. Phones that receive packets cannot be counted.</p>"
        }
        let clock = LocalTimeFormatter(context.tenant)
        return Chart(
            "Devices that follow online", unit: "devices", .line,
            report.listeners.map {
                Chart.Point(String(clock.second($0.at).suffix(8).prefix(5)), Int(clamping: $0.listeners))
            }
        ).html
    }

    private func tracks(_ report: LiveReport) -> HTML {
        guard !report.tracks.isEmpty else { return "<p>No device has reported a track.</p>" }
        return DataTable(
            "Reports by track", columns: ["Track", "Reports"],
            rows: report.tracks.map { ["\($0.name)", "\($0.reports)"] }
        ).html
    }
}
