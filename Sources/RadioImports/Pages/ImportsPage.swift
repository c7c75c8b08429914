import HTTP
import StationPages
import Web

/// The page `/station/imports` with the history of imports, the form for a new import and, if there is one, the watched folder.
struct ImportsPage: Sendable {
    let context: RequestContext
    /// At most `ImportPageRoutes.limit` imports, newest first, and one more if there is a next page.
    let entries: [ImportRecordStore.Entry]
    /// Whether the page begins with the newest import.
    let isFirst: Bool
    let typed: ImportForm.Typed
    let error: APIError?
    let folder: ImportFolderView?
    let bodyLimit: Int

    func response() -> Response {
        var page = StationPage("Imports", .imports, context, content: content)
        page.isWide = true
        page.style = ImportTexts.style
        if entries.contains(where: { $0.outcome == "under-way" }) { page.script = ImportScript.text }
        page.status = error?.status ?? .ok
        return page.response()
    }

    private var content: HTML {
        """
        \(error.map(refusal))
        <div class="columns"><section><h2>History</h2><div id="live">\(runs)</div></section>
        <div><section><h2 id="upload">Import files</h2>\(ImportUpload(context: context, typed: typed, error: error, bodyLimit: bodyLimit).html)</section>
        \(folder.map(watched))</div></div>
        """
    }

    private static let labels = [
        "format": "The format", "files": "The files", "source": "The source name",
        "channel": "The short name of the channel",
    ]

    private func refusal(_ error: APIError) -> HTML {
        let text: HTML =
            error.faults.isEmpty
            ? "<p>Nothing was imported: \(error.detail).</p>"
            : """
            <p>Nothing was imported. Correct these fields and choose the files again.</p>
            <ul>\(error.faults.map { fault -> HTML in
                let label = Self.labels[fault.field] ?? fault.field
                return "<li><a href=\"#\(fault.field)\">\(label) \(fault.reason).</a></li>"
            })</ul>
            """
        return Notice(.bad, text).html
    }

    private var runs: HTML {
        let shown = entries.prefix(ImportPageRoutes.limit)
        guard !shown.isEmpty else {
            guard isFirst else { return "<p class=\"faint\">There are no older imports.</p>" }
            return EmptyState(
                .upload, "No imports yet",
                "An import creates channels, shows and broadcasts from guides, play logs, feeds and lists of stations.",
                action: "<a class=\"button\" href=\"#upload\">Import files</a>"
            ).html
        }
        let table = DataTable(
            "Newest first. Times are in the time zone \(context.tenant.timeZone).",
            columns: ["Import", "Started", "Imported by", "Outcome", "Changes", "Errors"],
            rows: shown.map(row))
        let more: HTML =
            entries.count > shown.count
            ? "<p><a class=\"button quiet\" href=\"/station/imports?cursor=\(shown.last?.id.cursor.description ?? "")\">Older imports</a></p>"
            : .empty
        return "\(chart)\(table.html)\(more)"
    }

    /// The chart of the changes by each published import on this page, oldest first; empty for fewer than two.
    private var chart: HTML {
        let done = entries.prefix(ImportPageRoutes.limit).reversed().filter { $0.outcome == "published" }
        guard done.count > 1 else { return .empty }
        let points = done.map { entry in
            let report = ImportReportView(stored: entry.report)
            let changes = report.counts.reduce(Int64(0)) { $0 + $1.new + $1.changed + $1.gone }
            return Chart.Point(
                "\(LocalTimeFormatter(context.tenant).day(entry.startedAt)) \(entry.name)", Int(changes))
        }
        return Chart("Changes by import", unit: "changes", .bars, points).html
    }

    private func row(_ entry: ImportRecordStore.Entry) -> [HTML] {
        let report = ImportReportView(stored: entry.report)
        let changes = report.counts.reduce(Int64(0)) { $0 + $1.new + $1.changed + $1.gone }
        let faults: HTML = report.faults.total == 0 ? "none" : "<b class=\"tag bad\">\(report.faults.total)</b>"
        let losses: HTML? =
            report.losses.total > 0 ? " <b class=\"tag soon\">losses for listeners: \(report.losses.total)</b>" : nil
        return [
            """
            <strong><a href="/station/imports/\(entry.id.description)">\(entry.name)</a></strong>\
            <span class="faint">\(report.source.isEmpty ? entry.format : report.source)</span>
            """,
            LocalTimeFormatter(context.tenant).minuteElement(entry.startedAt), "\(entry.actor)",
            ImportTexts.outcome(entry.outcome),
            entry.outcome == "under-way" ? "\(entry.progress?.shortText ?? "")" : "\(changes)\(losses)", faults,
        ]
    }

    private func watched(_ folder: ImportFolderView) -> HTML {
        """
        <section><h2>Watched folder</h2>
        \(folder.kinds.isEmpty ? "<p class=\"hint\">This station has no folder for imports yet. Create \(context.tenant.slug)/FORMAT in the watched folder, where FORMAT is \(SentenceFormat.choice(ImportFormats.all.map(\.name))), and put the files there.</p>" : HTML.empty)
        \(folder.kinds.map { kind in
            """
            <h3>\(kind.name)</h3><dl class="facts"><dt>Waiting</dt><dd>\(Self.names(kind.waiting))</dd>
            <dt>In progress</dt><dd>\(Self.names(kind.underWay))</dd><dt>Done</dt><dd>\(kind.doneCount)</dd>
            <dt>Refused</dt><dd>\(Self.names(kind.refused))</dd></dl>
            """ as HTML
        })</section>
        """
    }

    private static func names(_ names: [String]) -> HTML {
        names.isEmpty ? "none" : "\(names.joined(separator: ", "))"
    }
}
