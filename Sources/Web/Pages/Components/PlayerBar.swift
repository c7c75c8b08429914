/// The bar at the bottom of a page with the current track and the controls of playback. Without script, a button sends the bar's form.
public struct PlayerBar: Sendable {
    /// The state of the audio.
    public enum Audio: Sendable, Hashable, CaseIterable {
        case paused, loading, playing
    }

    private let title: String
    private let artist: String?
    private let path: LocalPath
    public var audio = Audio.paused
    public var positionMs: Int64 = 0
    /// The duration in milliseconds; `nil` for a live stream or an unknown duration.
    public var durationMs: Int64?
    /// Whether the audio is a live stream, which has no position.
    public var isLive = false
    /// The path of the track's picture; `nil` for the placeholder.
    public var artwork: String?
    /// The credit that the provider of the audio requires, such as SoundCloud; empty for none.
    public var credit: HTML = .empty
    /// The reason why playback stopped; `nil` if no error stopped playback.
    public var fault: String?
    /// The hidden fields of the form.
    public var fields: HTML = .empty
    /// The path to which the form is sent.
    public var action: LocalPath

    /// Creates the bar of a paused track; `artist` is `nil` if unknown. `path` is the page with the whole player, and the form is sent to `action`.
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

    /// Returns a button that sends an event. The label is for screen readers and the tooltip.
    public static func button(_ event: String, _ icon: Icon, _ label: HTML) -> HTML {
        "<button class=\"quiet icon-only\" name=\"event\" value=\"\(event)\" aria-label=\"\(label)\" title=\"\(label)\">\(icon.html)</button>"
    }

    /// Returns the position as text and, unless the duration is `nil`, as a slider. The text is "Loading…" while the audio loads,
    /// and "Live" for a live stream. The slider is disabled until a script enables it.
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
