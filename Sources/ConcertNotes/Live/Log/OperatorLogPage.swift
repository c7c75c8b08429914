import HTTP
import Web

/// A page of the log of changes of a concert, newest first, with source and delay. The script replays the entries; the table works without the
/// script.
struct OperatorLogPage: Sendable {
    let entries: [LiveLogEntry]
    let hasOlder: Bool
    let context: RequestContext
    /// The revision before which the entries were requested; `nil` for the newest entries.
    var before: Int64?
    /// The concert in the query; `nil` for the concert that is or was last on the air.
    var concert: Concert?
    var concerts: [LoggedConcert] = []

    func response() -> Response {
        let choice = LoggedConcertChoice(
            concerts: concerts, chosen: concert, path: "/operator/log", clock: LocalTimeFormatter(context.tenant))
        var page = Page("Concert log", context, content: "\(choice.html)\(content)")
        page.up = Page.Link("/operator", "Operator")
        page.look = .hall
        page.style = EmbeddedText.operatorLogCSS
        page.script = EmbeddedText.operatorLogJS
        return page.response(fields: ["Cache-Control": "no-store"])
    }

    private var concertQuery: HTML { concert.map { "?concert=\($0.slug)" } ?? .empty }

    private func olderQuery(_ oldest: LiveLogEntry) -> HTML {
        guard let concert else { return "?before=\(oldest.revision)" }
        return "?concert=\(concert.slug)&amp;before=\(oldest.revision)"
    }

    private var content: HTML {
        guard let oldest = entries.last else {
            return before == nil ? Self.noEntries : noOlderEntries
        }
        let table = DataTable(
            "Changes of the concert", columns: ["Time", "Position", "State", "Changed by", "Delay"],
            rows: entries.map { row($0, since: oldest) })
        let older: HTML =
            hasOlder
            ? "<a class=\"button quiet\" rel=\"next\" href=\"/operator/log\(olderQuery(oldest))\">Older entries</a>"
            : ""
        return """
            <p>Every change of the concert, newest first. <em>Delay</em> is the time from the operator’s press until its \
            request reached the server, or from the scheduled time until the automatic advance moved. A dash means that the delay is not known.</p>
            <p class="more">\(older) <a class="button quiet" href="/operator/log.csv\(concertQuery)">Download as CSV</a> \
            <a href="/operator/report\(concertQuery)">Concert report</a></p>
            <div id="replay" hidden></div>
            <div id="log">\(table.html)</div>
            """
    }

    private static let noEntries = EmptyState(
        .list, "The log has no entries yet", "Entries begin when an operator puts the concert on the air.",
        action: "<a class=\"button\" href=\"/operator\">Operator</a>"
    ).html

    private var noOlderEntries: HTML {
        EmptyState(
            .list, "There are no older entries",
            action: "<a class=\"button quiet\" href=\"/operator/log\(concertQuery)\">Newest entries</a>"
        ).html
    }

    private func row(_ entry: LiveLogEntry, since oldest: LiveLogEntry) -> [HTML] {
        let pass: HTML =
            entry.printed.pass > 1 ? ", \(LiveProgram.PrintedMeasure.ordinal(entry.printed.pass)) time" : ""
        return [
            """
            <time datetime="\(entry.at.description)">\(entry.time)</time> \
            <small>+\(OperatorOutlook.clock(entry.at.milliseconds - oldest.at.milliseconds))</small>
            """,
            "<strong>m. \(entry.printed.number)\(pass)</strong> <small>\(entry.piece), measure \(entry.measure) as heard</small>",
            "\(entry.stateWords)", "\(entry.sourceWords)", "\(entry.delayMs.map { "\($0) ms" as HTML } ?? "–")",
        ]
    }
}

extension OperatorRoutes {
    /// Answers `getOperatorLog`: a page with at most `LiveStore.logPage` changes of a concert, newest first. The query may name the concert, and the
    /// revision before which the changes were made.
    @Sendable
    func getOperatorLog(_ request: Request, _ context: RequestContext) async throws -> Response {
        var before: Int64?
        if let text = try request.queryFields().optional("before") {
            guard let revision = Int64(digits: text) else {
                throw APIError.invalid(
                    "before", "must be the number of a revision, in digits, found \"\(text.prefix(100))\"")
            }
            before = revision
        }
        let concert = try await concerts.chosen(by: request, in: context.tenant.id)
        let entries = try await store.log(
            of: concert?.id, before: before, limit: LiveStore.logPage + 1, zone: context.tenant.timeZone,
            in: context.tenant.id)
        let shown = entries.prefix(Int(LiveStore.logPage))
        return OperatorLogPage(
            entries: Array(shown), hasOlder: shown.count < entries.count, context: context, before: before,
            concert: concert, concerts: try await concerts.logged(in: context.tenant.id)
        ).response()
    }

    /// Answers `getOperatorLogTable`: the newest `LiveStore.logLimit` entries of the log as CSV, oldest first. The query may name a concert.
    @Sendable
    func getOperatorLogTable(_ request: Request, _ context: RequestContext) async throws -> Response {
        let concert = try await concerts.chosen(by: request, in: context.tenant.id)
        let entries = try await store.log(
            of: concert?.id, limit: LiveStore.logLimit, zone: context.tenant.timeZone, in: context.tenant.id)
        return .bytes(
            LiveLogEntry.table(of: entries.reversed()).bytes, mediaType: CSV.mediaType,
            fields: [
                "Cache-Control": "no-store", "Content-Disposition": "attachment; filename=\"concert-log.csv\"",
            ])
    }
}
