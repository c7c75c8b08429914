import Synchronization
import Web

/// How much the upstream lets one application ask for in a while: so many in a sliding window, counted in slices of it.
///
/// Counted by each server for itself; what others have used up shows by a 429, which closes the budget until the moment it
/// names.
/// Spec M1.2.
public final class RequestBudget: Sendable {
    /// So many in so long.
    public struct Window: Sendable, Hashable {
        let limit: Int
        let milliseconds: Int64

        public init(_ limit: Int, in seconds: Int64) {
            self.limit = limit
            milliseconds = seconds * 1000
        }

        /// A slice: the window is full for at most this much longer than it must be.
        var slice: Int64 { max(1, milliseconds / 60) }
    }

    private struct State {
        /// For each window what was taken, by slices, the oldest first.
        var taken: [[(slice: Int64, count: Int)]]
        var closedUntil: Int64 = .min
    }

    private let windows: [Window]
    private let state: Mutex<State>

    public init(_ windows: [Window]) {
        self.windows = windows
        state = Mutex(State(taken: windows.map { _ in [] }))
    }

    /// Takes one, or says when there will be one again.
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

    /// The upstream says that there is nothing left before this moment.
    public func close(until: Instant) {
        state.withLock { $0.closedUntil = max($0.closedUntil, until.milliseconds) }
    }

    /// 15,000 streams in 24 hours, of all listeners of one application (soundcloud/api#77).
    static func streams() -> RequestBudget { RequestBudget([Window(15_000, in: 86_400)]) }
    /// The application's own tokens: 50 in 12 hours, and 30 in one from one address.
    static func applicationTokens() -> RequestBudget {
        RequestBudget([Window(50, in: 43_200), Window(30, in: 3600)])
    }
}
