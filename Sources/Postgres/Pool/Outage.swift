/// Since when no connection could be made, and why.
struct Outage: Sendable {
    private var since: ContinuousClock.Instant?
    private(set) var reason = PostgresError.unavailable(reason: "not connected yet")

    mutating func began(_ error: PostgresError, at now: ContinuousClock.Instant) {
        since = since ?? now
        reason = error
    }

    mutating func ended() { since = nil }

    /// Whether it has lasted so long that another caller need not wait for its end.
    func hasLasted(_ limit: Duration, at now: ContinuousClock.Instant) -> Bool {
        since.map { $0.duration(to: now) >= limit } ?? false
    }

    /// The error for a caller whose time limit is over.
    var isUnderWay: Bool { since != nil }
}
