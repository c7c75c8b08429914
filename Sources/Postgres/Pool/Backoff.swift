/// How long to wait before each further try: doubling from a first pause to a cap, each spread by a quarter so
/// that many clients do not come back together.
struct Backoff: Sendable {
    var first: Duration = .milliseconds(50)
    var cap: Duration = .seconds(1)

    /// - Parameters:
    ///   - attempt: how many tries have failed so far, from 1; 0 means no pause.
    ///   - spread: from 0 to 1, chance.
    func pause(before attempt: Int, spread: Double = .random(in: 0...1)) -> Duration {
        guard attempt > 0 else { return .zero }
        let doubled = attempt > 16 ? cap : min(cap, first * (1 << (attempt - 1)))
        return doubled * (0.75 + spread / 2)
    }
}
