/// The growing pauses between restarts: 0.2 s at first, then each twice as long as the one before, up to 5 s (spec O1.7).
struct BackOff: Sendable {
    private var pause = Duration.milliseconds(200)

    /// Returns the pause before the next attempt.
    mutating func next() -> Duration {
        defer { pause = min(pause * 2, .seconds(5)) }
        return pause
    }
}
