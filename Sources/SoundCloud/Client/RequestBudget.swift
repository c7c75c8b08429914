import Synchronization
import Web

/// A limit on the number of requests of one kind to SoundCloud in sliding windows (spec M1.2).
///
/// Each server counts its own requests only. If SoundCloud answers 429 nevertheless, the caller can close the budget (`close(until:)`).
public final class RequestBudget: Sendable {
    /// A maximum of `limit` requests within a sliding period.
    public struct Window: Sendable, Hashable {
        let limit: Int
        let milliseconds: Int64

        public init(_ limit: Int, in seconds: Int64) {
            self.limit = limit
            milliseconds = seconds * 1000
        }

        /// The length of a counting interval, in milliseconds. A window may stay full for up to one interval longer than necessary.
        var slice: Int64 { max(1, milliseconds / 60) }
    }

    private struct State {
        /// The number of requests per interval, oldest first, for each window.
        var taken: [[(slice: Int64, count: Int)]]
        var closedUntil: Int64 = .min
    }

    private let windows: [Window]
    private let state: Mutex<State>

    public init(_ windows: [Window]) {
        self.windows = windows
        state = Mutex(State(taken: windows.map { _ in [] }))
    }

    /// Counts one request in every window and returns `nil` if the request is allowed. Otherwise counts nothing and returns the earliest time
    /// at which a request can be allowed.
    public func take(at now: Instant) -> Instant? {
        state.withLock { state in
            if now.milliseconds < state.closedUntil { return Instant(milliseconds: state.closedUntil) }
            var opens: Int64?
            for (index, window) in windows.enumerated() {
                let oldest = now.milliseconds - window.milliseconds
                state.taken[index].removeAll { ($0.slice + 1) * window.slice <= oldest }
                let count = state.taken[index].reduce(0) { $0 + $1.count }
                guard count >= window.limit, let first = state.taken[index].first else { continue }
                opens = max(opens ?? .min, (first.slice + 1) * window.slice + window.milliseconds)
            }
            if let opens { return Instant(milliseconds: opens) }
            for (index, window) in windows.enumerated() {
                let slice = now.milliseconds / window.slice
                if state.taken[index].last?.slice == slice {
                    state.taken[index][state.taken[index].count - 1].count += 1
                } else {
                    state.taken[index].append((slice, 1))
                }
            }
            return nil
        }
    }

    /// Closes the budget until a time that SoundCloud has sent. Has no effect if the budget is already closed until a later time.
    public func close(until: Instant) {
        state.withLock { $0.closedUntil = max($0.closedUntil, until.milliseconds) }
    }

    /// Returns a budget of 15,000 streams in 24 hours, SoundCloud's limit for all listeners of an application (soundcloud/api#77).
    static func streams() -> RequestBudget { RequestBudget([Window(15_000, in: 86_400)]) }
    /// Returns a budget for tokens of the application, with SoundCloud's limits: 50 in 12 hours, and 30 per hour from one IP address.
    static func applicationTokens() -> RequestBudget {
        RequestBudget([Window(50, in: 43_200), Window(30, in: 3600)])
    }
}
