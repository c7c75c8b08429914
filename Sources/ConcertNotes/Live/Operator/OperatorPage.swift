import HTTP
import Web

/// The operator page: plain forms, for use with one thumb in a full hall (spec D6).
///
/// The page is nearly black, so that the screen does not light up the hall. The measure can be read at arm's length, and Back and Next stay under
/// the thumb. On the ground of the page, contrasts (WCAG 2.2 §1.4.3) are at least 15:1 for text and 8:1 for faint text; the text of Next has 9:1 or
/// more.
struct OperatorPage: Sendable {
    let page: OperatorPageContext
    let context: RequestContext
    var status: Status = .ok

    func response() -> Response {
        var document = Page(
            page.situation?.program.title ?? "Operator", context, content: regions)
        document.style = EmbeddedText.operatorCSS
        document.script = OperatorScript.text
        document.status = status
        return document.response(fields: ["Cache-Control": "no-store"])
    }

    /// Returns only the content of the page, for the script, which replaces each element marked `data-region` by the new one with the same `id`.
    func fragment() -> Response {
        .bytes(
            Array(regions.text.utf8), mediaType: "text/html; charset=utf-8", status: status,
            fields: ["Cache-Control": "no-store"])
    }

    private var regions: HTML {
        // First, so that the Tab key reaches Next first. The style sheet moves the bar to the lower edge.
        """
        \(OperatorBar(page: page).html)
        <p id="emitter" data-region role="status" class="notice \(warning == nil ? "none" : "bad")">\(warning ?? "")</p>
        \(page.situation.map(onAir) ?? offAir)
        """
    }

    private var warning: String? { page.emitter?.warning }

    private func onAir(_ situation: LiveSituation) -> HTML {
        let now = OperatorNow(situation: situation)
        let controls = OperatorControls(page: page, situation: situation)
        let messages = OperatorMessages(page: page)
        let find = OperatorFind(page: page, situation: situation)
        return """
            <p id="spoken" data-region class="hidden" role="status">\(now.spoken)</p>
            <div class="desk">
            <div class="stage">
            \(now.html)
            \(controls.states)
            \(OperatorSources(page: page).html)
            \(outlook(situation).html)
            \(OperatorBar.followers(page.followers, page.delays))
            \(OperatorHealth(status: page.emitter).html)
            <noscript><p class="faint">Without JavaScript this page does not update automatically.</p>
            <a class="button quiet" href="/operator">Refresh</a></noscript>
            </div>
            <div class="drawers">
            <section aria-labelledby="tracks-title"><h2 id="tracks-title">On the phones</h2>\(OperatorTracks(situation: situation).html)</section>
            <section aria-labelledby="find-title"><h2 id="find-title">Find</h2>\(find.form)\(find.found)</section>
            <section aria-labelledby="sections-title"><h2 id="sections-title">Cues: sections of this piece</h2>\
            \(controls.sections)</section>
            <section aria-labelledby="jump-title"><h2 id="jump-title">Go to a measure</h2>\(controls.jump)</section>
            <section aria-labelledby="screens-title"><h2 id="screens-title">Active messages</h2>\(messages.screens)</section>
            <section aria-labelledby="message-heading"><h2 id="message-heading">Message to the audience</h2>\
            \(messages.form)</section>
            \(OperatorKeys.help)
            \(Self.links)
            \(controls.ending)
            \(OperatorAudienceLink(origin: context.tenant.origin).html)
            </div>
            </div>
            """
    }

    private func outlook(_ situation: LiveSituation) -> OperatorOutlook {
        OperatorOutlook(
            situation: situation, elapsedMs: page.elapsedMs,
            shownMs: page.lastMove?.ageMilliseconds ?? 0)
    }

    private static let links: HTML = """
        <p class="more"><a href="/operator/messages">Schedule and view messages</a> <a href="/operator/log">Concert log</a> <a href="/operator/report">Concert report</a> <a href="/operator/rehearsal">Rehearse off the air</a></p>
        """

    private var noProgramme: HTML {
        guard context.caller?.has(.editConcerts) == true else {
            return EmptyState(
                .concert, "No programme has been published yet",
                "Ask an editor to publish a programme under <b>Concerts</b>, at <code>/cms</code>."
            ).html
        }
        return EmptyState(
            .concert, "No programme has been published yet", "Write and publish the programme of a concert.",
            action: "<a class=\"button\" href=\"/cms\">Concerts</a>"
        ).html
    }

    private var offAir: HTML {
        var rows = RowList(
            page.concerts.map { concert in
                var row = ListRow("<strong>\(concert.title)</strong>", nil, artwork: Artwork(concert.title))
                row.form = .init("/operator/concert", page.hidden(concert.slug))
                row.actions = """
                    <button name="concert" value="\(concert.slug)">Put on the air\
                    <span class="hidden">: \(concert.title)</span></button>
                    """
                return row
            })
        rows.label = "Concerts"
        let choice: HTML = page.concerts.isEmpty ? noProgramme : "<div class=\"concerts\">\(rows.html)</div>"
        return """
            <section id="now" data-region class="off" data-at="0">
            <p>No concert is on the air: phones receive no position.</p>
            \(choice)
            \(Self.links)
            </section>
            """
    }
}
