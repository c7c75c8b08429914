/// The start and cause of a period in which no connection could be opened.
struct Outage: Sendable {
    private var since: ContinuousClock.Instant?
    private(set) var reason = PostgresError.unavailable(reason: "not connected yet")

    mutating func began(_ error: PostgresError, at now: ContinuousClock.Instant) {
        since = since ?? now
        reason = error
    }

    mutating func ended() { since = nil }

    /// Returns whether the outage has lasted for at least `limit`; `false` without an outage.
    func hasLasted(_ limit: Duration, at now: ContinuousClock.Instant) -> Bool {
        since.map { $0.duration(to: now) >= limit } ?? false
    }
}
