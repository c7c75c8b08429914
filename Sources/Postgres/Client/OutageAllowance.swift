import Synchronization

/// The total time that the calls of one request may lose in an outage, so that a request with several calls is refused as early as a request with a
/// single call.
///
/// Waits for a connection and failed attempts count; successful statements and `Database.transaction` do not. Tasks inherit the allowance of the
/// request that starts them, and may run longer than the request. So the time used no longer counts five seconds after the last loss.
public final class OutageAllowance: Sendable {
    /// The allowance of the current request; `nil` if each call has the whole `waitLimit`.
    @TaskLocal public static var current: OutageAllowance?

    static let memory = Duration.seconds(5)

    /// Whether a call of the request has succeeded. Such a request goes ahead of others of its realm, since its earlier calls would otherwise be
    /// wasted.
    let isBegun = Atomic<Bool>(false)

    private struct Losses: Sendable {
        var sum = Duration.zero
        var last: ContinuousClock.Instant
    }

    private let losses = Mutex<Losses?>(nil)

    /// Creates an allowance with no time used.
    public init() {}

    /// Returns the deadline for a call that begins at `now`: `limit` later, less the time already lost.
    func deadline(within limit: Duration, at now: ContinuousClock.Instant) -> ContinuousClock.Instant {
        let lost = losses.withLock { losses in
            if let last = losses?.last, now - last > Self.memory { losses = nil }
            return losses?.sum ?? .zero
        }
        return now + max(.zero, limit - lost)
    }

    /// Records that the database has answered an exchange, and the time that the exchange has waited for a connection.
    func note(_ exchange: Exchange) {
        isBegun.store(true, ordering: .relaxed)
        addLoss(exchange.timeInLine, at: .now)
    }

    func addLoss(_ time: Duration, at now: @autoclosure () -> ContinuousClock.Instant) {
        // Most calls lose no time and need not read the clock.
        guard time > .zero else { return }
        let now = now()
        losses.withLock { losses in
            let sum = losses.map { now - $0.last > Self.memory ? .zero : $0.sum } ?? .zero
            losses = Losses(sum: sum + time, last: now)
        }
    }
}
