import Synchronization

/// The time that the calls of one request may lose together while the database is unavailable, so that a request with several
/// calls is refused as soon as one with a single call.
///
/// A call loses the time that it waits for a connection and the time of each attempt that fails; what statements take that
/// succeed is not counted. Whoever has lost as much as `waitLimit` still has its statements sent where a connection is free,
/// but waits for none. Tasks that a request starts inherit its allowance, so what was lost is forgotten after `memory`.
public final class OutageAllowance: Sendable {
    /// The allowance of the request that the task belongs to; `nil` where each call has `waitLimit` for itself.
    @TaskLocal public static var current: OutageAllowance?

    static let memory = Duration.seconds(5)

    private struct Losses: Sendable {
        var sum = Duration.zero
        var last: ContinuousClock.Instant
    }

    private let losses = Mutex<Losses?>(nil)

    /// A new allowance, with no time used.
    public init() {}

    /// Until when a call that begins now may wait.
    func deadline(within limit: Duration, at now: ContinuousClock.Instant) -> ContinuousClock.Instant {
        let lost = losses.withLock { losses in
            if let last = losses?.last, now - last > Self.memory { losses = nil }
            return losses?.sum ?? .zero
        }
        return now + max(.zero, limit - lost)
    }

    func lose(_ time: Duration, at now: @autoclosure () -> ContinuousClock.Instant) {
        // Nearly every call: no clock is read for it.
        guard time > .zero else { return }
        let now = now()
        losses.withLock { losses in
            let sum = losses.map { now - $0.last > Self.memory ? .zero : $0.sum } ?? .zero
            losses = Losses(sum: sum + time, last: now)
        }
    }
}
