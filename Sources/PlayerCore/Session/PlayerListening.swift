/// The time for which the current item was played, for the history. As at Last.fm and ListenBrainz, an item counts as heard after half
/// of its duration or four minutes.
public struct PlayerListening: Codable, Sendable, Hashable {
    /// The time at which the item began to play; `nil` if it has not been played.
    public internal(set) var since: PlayerTime?
    /// The time for which the item was audible, in milliseconds.
    public internal(set) var playedMs: Int64 = 0
    /// Whether the item was recorded as heard.
    public internal(set) var isHeard = false

    init() {}

    /// Returns the time in milliseconds after which an item counts as heard, or `nil` for an item that is too short to count.
    static func threshold(of timing: PlayerTiming) -> Int64? {
        guard let duration = timing.durationMs else { return 240_000 }
        return duration > 30_000 ? min((duration + 1) / 2, 240_000) : nil
    }
}
