/// The pause before each further attempt. It doubles up to `cap` and varies at random by up to a quarter, so that many clients do not reconnect
/// simultaneously.
struct Backoff: Sendable {
    var first: Duration = .milliseconds(50)
    var cap: Duration = .seconds(1)

    /// Returns the pause after `attempt` failed attempts; none for 0. `spread` is a random number from 0 to 1.
    func pause(before attempt: Int, spread: Double = .random(in: 0...1)) -> Duration {
        guard attempt > 0 else { return .zero }
        let doubled = attempt > 16 ? cap : min(cap, first * (1 << (attempt - 1)))
        return doubled * (0.75 + spread / 2)
    }
}
