import MusicLibrary
import SoundCloud
import Web

/// The controls with which a page plays its tracks: one form for the page, a button for each track, and the bar of the listener's player, which
/// continues playback while the listener browses. `PlayerPages` serves the paths below `/player`.
enum PlayControls {
    private static let form = "play"

    /// Returns the buttons of a row: one starts playback at this track, the other adds the track to the queue; empty for a track that is blocked or
    /// gone.
    static func button(_ urn: CloudURN, _ title: String, access: String) -> HTML {
        guard access == "playable" || access == "preview" else { return .empty }
        return """
            <button class="quiet icon-only" form="\(form)" name="track" value="\(urn.description)" aria-label="Play \(title)" title="Play">\
            \(Icon.play.html)</button>\
            <button class="quiet icon-only enqueue" form="\(form)" formaction="/player/queue/last" name="track" value="\(urn.description)" \
            aria-label="Add \(title) to the queue" title="Add to the queue">\(Icon.playlist.html)</button>
            """
    }

    /// Returns the buttons of a track's own page: play, play next, and add to the queue; empty for a track that is blocked or gone.
    static func buttons(_ urn: CloudURN, access: String) -> HTML {
        guard access == "playable" || access == "preview" else { return .empty }
        return """
            <p class="acts"><button form="\(form)" name="track" value="\(urn.description)">\(Icon.play.html) Play</button> \
            <button class="quiet" form="\(form)" formaction="/player/queue/next" name="track" value="\(urn.description)">\
            \(Icon.next.html) Play next</button> \
            <button class="quiet" form="\(form)" formaction="/player/queue/last" name="track" value="\(urn.description)">\
            \(Icon.playlist.html) Add to the queue</button></p>
            """
    }

    /// The button that plays the page's list from its start.
    static let list: HTML = "<p><button form=\"play\">\(Icon.play.html) Play all</button></p>"

    /// Returns the form of the page's buttons, the bar, and a link for browsers without script. Without a `source`, buttons play single tracks.
    static func footer(_ source: PlayContext.Source?, _ context: RequestContext) -> HTML {
        let list: HTML? = source.map {
            "<input type=\"hidden\" name=\"context\" value=\"\(PlayContext($0).description)\">"
        }
        return """
            <form id="\(form)" method="post" action="/player/play" hidden>\(context.caller?.csrfField)\(list)</form>
            <div id="player-bar" class="player-bar" role="region" aria-label="Player" hidden></div>
            <noscript><p><a href="/player">Player and queue</a></p></noscript>
            """
    }

    /// The path of the bar's script.
    static let script: LocalPath = "/player/player.js"
}
