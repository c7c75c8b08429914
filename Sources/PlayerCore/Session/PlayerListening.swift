/// The playback of the current item so far, for the history. As at Last.fm and ListenBrainz, an item counts as heard after half of its duration or
/// after four minutes, whichever is less; an item of at most 30 seconds never counts. A live stream and a recording of unknown
/// duration count after four minutes.
public struct PlayerListening: Codable, Sendable, Hashable {
    /// The time at which the item began to play; `nil` if it has not been played.
    public internal(set) var since: PlayerTime?
    /// The duration of the audio that was played, in milliseconds. At double speed, a recording counts two seconds per second.
    public internal(set) var playedMs: Int64 = 0
    /// Whether the item was recorded as heard.
    public internal(set) var isHeard = false

    init() {}

    /// Returns the value of `playedMs` from which an item counts as heard; `nil` for an item that never counts.
    static func threshold(of timing: PlayerTiming) -> Int64? {
        guard let duration = timing.durationMs else { return 240_000 }
        return duration > 30_000 ? min((duration + 1) / 2, 240_000) : nil
    }
}
