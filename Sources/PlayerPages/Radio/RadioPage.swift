import HTTP
import PlayerCore
import Players
import Web

/// The page `/player/radio`: the station's channels and its newest episodes on demand, which the listener's player plays.
struct RadioPage {
    let channels: [PlayerItem]
    let episodes: [PlayerItem]
    let texts: [String: PlayerItemDescription]
    let context: RequestContext

    /// The name of the list with the channels that have a stream.
    static let channels = "channels"
    /// The name of the list with the newest episodes.
    static let episodes = "episodes"

    /// Returns the response, which must not be cached, because recordings become available and expire.
    func response() -> Response {
        var page = Page(
            "Radio", context,
            content: """
                <h2 id="channels">Channels</h2>
                \(list(channels, of: Self.channels, label: "channels", none: noChannels))
                <h2 id="episodes">On demand</h2>
                \(list(episodes, of: Self.episodes, label: "episodes", none: noEpisodes))
                """)
        page.up = Page.Link("/player", "Player")
        page.scriptFiles = ["/player/player.js"]
        page.playsOtherSites = true
        page.footer = """
            <div id="player-bar" class="player-bar" role="region" aria-label="Player" hidden></div>
            <noscript><p><a href="/player">Player and queue</a></p></noscript>
            """
        return page.response(fields: ["Cache-Control": "no-store"])
    }

    private var noChannels: EmptyState {
        EmptyState(
            .radio, "No channels to play", "The station has not entered a stream for any channel.",
            action: isProgrammer
                ? "<a class=\"button\" href=\"/station\">Channels of the station</a>" : Self.startPage)
    }

    private var noEpisodes: EmptyState {
        EmptyState(
            .podcast, "No episodes to play", "Episodes appear here while the station offers a recording.",
            action: isProgrammer
                ? "<a class=\"button\" href=\"/station/shows\">Shows of the station</a>" : Self.startPage)
    }

    private var isProgrammer: Bool { context.caller?.has(.viewStation) == true }

    private static let startPage: HTML = "<a class=\"button quiet\" href=\"/\">Start page</a>"

    /// Returns a list in which the Play button of an item plays the list from this item; `none` for an empty list.
    private func list(_ items: [PlayerItem], of name: String, label: String, none: EmptyState) -> HTML {
        guard !items.isEmpty else { return none.html }
        var list = RowList(items.map(row))
        list.labelledBy = label
        return """
            <form class="lines-form" method="post" action="/player/play">\(context.caller?.csrfField)\
            <input type="hidden" name="context" value="\(name)">
            \(list.html)</form>
            """
    }

    private func row(_ item: PlayerItem) -> ListRow {
        let text = texts[item.id]
        let title = text?.title ?? item.id
        var row = ListRow(
            "<strong>\(title)</strong>", nil, artwork: Artwork(title, url: text?.picture?.small))
        // The path of a channel leads to the row with this `id`.
        row.id = item.id.replacing(":", with: "-")
        if let artist = text?.artist, !artist.isEmpty { row.details = ["\(artist)"] }
        row.facts = "\(item.timing.durationMs.map { PlayerBar.clock($0) } ?? "")"
        row.actions = """
            <button class="quiet icon-only" name="track" value="\(item.id)" aria-label="Play \(title)" title="Play">\
            \(Icon.play.html)</button>
            """
        return row
    }
}
