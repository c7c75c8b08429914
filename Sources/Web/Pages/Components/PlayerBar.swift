/// The bar at the bottom of a page with the track that a listener's player plays, and the controls of playback.
///
/// The bar is one form. Each button sends one event and works without script. The slider of the position is disabled, so that only a script can use
/// it.
public struct PlayerBar: Sendable {
    /// The state of the audio as the bar shows it.
    public enum Audio: Sendable, Hashable, CaseIterable {
        case paused, loading, playing
    }

    private let title: String
    private let artist: String?
    /// The path of the page with the whole player.
    private let path: LocalPath
    public var audio = Audio.paused
    public var positionMs: Int64 = 0
    /// The duration in milliseconds; `nil` for a live stream or an unknown duration.
    public var durationMs: Int64?
    /// Whether the audio is a live stream, which has no position.
    public var isLive = false
    /// The path of the track's picture on this server; `nil` for the placeholder.
    public var artwork: String?
    /// The source of the audio with a link to the track on the source's site; empty for a source that requires no credit.
    public var credit: HTML = .empty
    /// The reason why playback stopped; `nil` if no error stopped playback.
    public var fault: String?
    /// The hidden fields of the bar's form, which every button sends.
    public var fields: HTML = .empty
    /// The path to which the bar's form is sent.
    public var action: LocalPath

    /// Creates the bar of a paused track.
    ///
    /// - Parameters:
    ///   - artist: the name of the artist; `nil` for a track without an artist.
    ///   - path: the page with the whole player.
    ///   - action: the path to which the form is sent.
    public init(_ title: String, artist: String?, path: LocalPath, action: LocalPath) {
        (self.title, self.artist, self.path, self.action) = (title, artist, path, action)
    }

    /// The bar's content as markup, for an element of the class `player-bar`.
    public var html: HTML {
        """
        <form method="post" action="\(action.text)">\(fields)
        <a class="now" href="\(path.text)">\(Artwork(title, url: artwork, size: .small).html)<span><strong>\(title)</strong>\
        \(artist.map { " <span class=\"faint\">\($0)</span>" as HTML })</span></a>
        \(credit)
        \(Self.button("previous", .previous, "Previous track"))\
        \(audio == .paused ? Self.button("play", .play, "Play") : Self.button("pause", .pause, "Pause"))\
        \(Self.button("next", .next, "Next track"))\
        <a class="button quiet icon-only queue" href="\(path.text)#queue" aria-label="Queue" title="Queue">\(Icon.list.html)</a>
        \(Self.position(positionMs, of: durationMs, isLoading: audio == .loading, isLive: isLive))
        \(fault.map { "<p class=\"fault\" role=\"status\">\($0)</p>" as HTML })</form>
        """
    }

    /// Returns a button that sends an event. The button shows an icon; the label is for screen readers and the tooltip.
    public static func button(_ event: String, _ icon: Icon, _ label: HTML) -> HTML {
        "<button class=\"quiet icon-only\" name=\"event\" value=\"\(event)\" aria-label=\"\(label)\" title=\"\(label)\">\(icon.html)</button>"
    }

    /// Returns the position as a disabled slider and as text, which is "Loading…" while the audio loads and "Live" for a live stream. Without a
    /// duration there is no slider.
    public static func position(
        _ positionMs: Int64, of durationMs: Int64?, isLoading: Bool, isLive: Bool = false
    ) -> HTML {
        let slider: HTML? = durationMs.map { duration in
            """
            <input type="range" class="position" min="0" max="\(duration)" step="1000" value="\(min(positionMs, duration))" \
            aria-label="Position" aria-valuetext="\(clock(positionMs)) of \(clock(duration))" disabled>
            """
        }
        let words: HTML =
            isLoading
            ? "Loading…"
            : isLive
                ? "Live"
                : "<span class=\"elapsed\">\(clock(positionMs))</span>\(durationMs.map { " / \(clock($0))" })"
        return "<span class=\"times\">\(slider)<span class=\"clock\">\(words)</span></span>"
    }

    /// Returns a time as players show it: "3:45", or "1:02:03" from one hour on.
    public static func clock(_ milliseconds: Int64) -> String {
        let seconds = max(0, milliseconds) / 1000
        let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
        let tail = rest < 10 ? "0\(rest)" : "\(rest)"
        guard hours > 0 else { return "\(minutes):\(tail)" }
        return "\(hours):\(minutes < 10 ? "0" : "")\(minutes):\(tail)"
    }
}
