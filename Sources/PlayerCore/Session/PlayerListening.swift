/// The listening time of the current item, for the history. An item counts as heard after half of its duration or four minutes, whichever
/// is shorter, as at Last.fm and ListenBrainz.
public struct PlayerListening: Codable, Sendable, Hashable {
    /// The time at which the item began to play; `nil` if the item has not begun to play.
    public internal(set) var since: PlayerTime?
    /// The time for which the item was audible, in milliseconds.
    public internal(set) var playedMs: Int64 = 0
    /// Whether the item was recorded as heard.
    public internal(set) var isHeard = false

    init() {}

    /// Returns the listening time in milliseconds after which an item counts as heard; `nil` for items of 30 seconds or less, which never
    /// count. An item of unknown duration counts after four minutes.
    static func threshold(of timing: PlayerTiming) -> Int64? {
        guard let duration = timing.durationMs else { return 240_000 }
        return duration > 30_000 ? min((duration + 1) / 2, 240_000) : nil
    }
}
