import HTTP
import Radio
import Web

/// The page `/station/channels/{channel}/audience` with charts of a channel's audience.
struct ChannelAudiencePage: Sendable {
    let context: RequestContext
    let audience: ChannelAudience
    let until: Instant
    let now: Instant

    private static let stepMs: Int64 = 2_592_000_000

    static func path(of channel: Int64) -> String { "/station/channels/\(channel)/audience" }

    func response() -> Response {
        var page = StationPage("Audience of \(audience.name)", .channels, context, content: content)
        page.up = LocalPath("/station/channels/\(audience.channel)").map { Page.Link($0, audience.name) }
        return page.response()
    }

    private var content: HTML {
        let isEmpty = audience.hours.allSatisfy(\.figures.isEmpty) && audience.days.allSatisfy(\.figures.isEmpty)
        return """
            <p class="faint">Times are in the time zone \(audience.timeZone). The figures are updated once a minute.</p>
            \(pageLinks)
            \(isEmpty ? nothing : figures)
            """
    }

    private var pageLinks: HTML {
        let path = Self.path(of: audience.channel.rawValue)
        let back = until.advanced(byMs: -Self.stepMs)
        let latest: HTML = until < now ? " <a class=\"button quiet\" href=\"\(path)\">Latest 30 days</a>" : .empty
        return """
            <nav class="acts" aria-label="Period"><a class="button quiet" href="\(path)?until=\(back.description)">\
            30 days earlier</a>\(latest)</nav>
            """
    }

    private var nothing: HTML {
        EmptyState(
            .chart, "No audience figures for these 30 days",
            """
            When apps and websites show the current programme of this channel, this page counts their requests and open connections. \
            Your automation system reports the number of listeners. Songs are reported by your automation system or imported.
            """,
            action: """
                <a class="button" href="/widget/\(audience.slug)">Now and next, for your website</a> \
                <a class="button quiet" href="/station/imports">Import a play log</a>
                """
        ).html
    }

    private var figures: HTML {
        let hours = audience.hours.map { ($0.name, $0.figures) }
        let days = audience.days.map { ($0.name, $0.figures) }
        return """
            \(section("48 hours", hours))
            \(section("30 days", days))
            <h2>Meaning of the figures</h2>
            <dl class="facts"><dt>Listeners</dt><dd>The highest number that your automation system reported with a song. This server \
            does not deliver the audio and cannot count listeners itself.</dd>
            <dt>Followers</dt><dd>The highest number of open connections that follow this channel, counted every 10 seconds. \
            The now-and-next page for websites opens such a connection. \
            Connections that follow all channels are not counted.</dd>
            <dt>Now-playing requests</dt><dd>The number of requests by apps, websites and other software for the current programme of this channel.</dd>
            <dt>Channel requests</dt><dd>The number of requests by apps, websites and other software for the details of this channel. \
            The details include the addresses of the channel’s streams. \
            Requests for the playlists of all channels are not counted.</dd>
            <dt>Songs</dt><dd>The number of songs that started, from the reports of your automation system and from imported play logs.</dd></dl>
            """
    }

    private typealias Figures = ChannelAudience.Figures

    private func section(_ title: String, _ points: [(String, Figures)]) -> HTML {
        func chart(
            _ title: String, _ unit: String, _ kind: Chart.Kind, _ figure: (Figures) -> Int64
        ) -> HTML {
            Chart(title, unit: unit, kind, points.map { Chart.Point($0.0, Int(figure($0.1))) }).html
        }
        let end = until < now ? "until \(points.last?.0 ?? "")" : ""
        let isReported = points.contains { $0.1.listeners != nil }
        let listeners: HTML =
            isReported
            ? chart("Listeners, as reported by your automation system", "listeners", .highest) { $0.listeners ?? 0 }
            : "<p class=\"faint\">No automation system reported listener numbers in this period.</p>"
        return """
            <h2>\(end.isEmpty ? "Last \(title)" : "\(title) \(end)")</h2>
            \(listeners)
            \(chart("Followers", "followers", .highest, \.followers))
            <div class="pair">\(chart("Now-playing requests", "requests", .bars, \.nowRequests))\
            \(chart("Channel requests", "requests", .bars, \.channelRequests))</div>
            \(chart("Songs", "songs", .bars, \.songs))
            """
    }
}
