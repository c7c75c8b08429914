/// The schedule of an emitter's requests to the database about its lease. Callers pass the time. A request before `next` only reads the state.
package struct LeaseCycle: Sendable {
    package typealias Instant = ContinuousClock.Instant

    /// A request to the database about the lease.
    package enum Request: Sendable, Hashable {
        case read, take
        case renew(epoch: Int64)
    }

    /// The wait after a failed request.
    package static let retryInterval = Duration.milliseconds(200)

    /// The time of the next renewal, or of the next attempt to take the lease.
    package private(set) var next: Instant

    /// Begins at `now`, with an attempt to take the lease.
    package init(now: Instant) { next = now }

    /// Returns the request to make now: `read` before `next`; otherwise `renew` or `take`, and schedules the next request one renewal interval later.
    /// `lease` is the epoch of the held lease; `nil` if a lease must be taken.
    package mutating func request(lease: Int64?, at now: Instant) -> Request {
        guard now >= next else { return .read }
        next = now + LeaseStore.renewalInterval
        return lease.map { .renew(epoch: $0) } ?? .take
    }

    /// Schedules the next request for the end of another emitter's lease, `wait` after `now`, unless one is due earlier.
    package mutating func leaseEnds(in wait: Duration, at now: Instant) { next = min(next, now + wait) }

    /// Schedules the next request `retryInterval` after a failed one.
    package mutating func failed(at now: Instant) { next = now + Self.retryInterval }

    /// Schedules the next request for `now`.
    package mutating func hurry(at now: Instant) { next = now }

    /// Schedules the next request one renewal interval after `now`, because the lease was given up.
    package mutating func pause(at now: Instant) { next = now + LeaseStore.renewalInterval }
}
