/// The pause before each further attempt. The pause doubles from `first` up to `cap`, and varies at random by up to a quarter in both directions, so
/// that many clients do not reconnect simultaneously.
struct Backoff: Sendable {
    var first: Duration = .milliseconds(50)
    var cap: Duration = .seconds(1)

    /// Returns the pause before the next attempt.
    ///
    /// - Parameters:
    ///   - attempt: the number of failed attempts so far; 0 means no pause.
    ///   - spread: a random number from 0 to 1.
    func pause(before attempt: Int, spread: Double = .random(in: 0...1)) -> Duration {
        guard attempt > 0 else { return .zero }
        let doubled = attempt > 16 ? cap : min(cap, first * (1 << (attempt - 1)))
        return doubled * (0.75 + spread / 2)
    }
}
