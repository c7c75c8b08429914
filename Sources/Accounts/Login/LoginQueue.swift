/// The queues of unknown addresses at an account whose allowance is used up (docs/decisions/0020-known-devices-have-priority.md).
///
/// A turn belongs to one address. So an owner waits at most once for each earlier address in the queue, however often an attacker tries.
struct LoginQueue: Sendable {
    /// The queue in which an address waits.
    enum Lane: Sendable {
        /// For addresses with fewer than `LoginThrottle.patience` failures at this account, such as the owner's first attempt.
        case firstAttempt
        /// For all other addresses.
        case laterAttempt
    }

    /// Returns the interval between turns and the longest wait, in milliseconds. A turn that would come after the longest wait is moved to the end of
    /// that wait, without an interval.
    static func pace(of lane: Lane) -> (spacing: Int64, longest: Int64) {
        switch lane {
        case .firstAttempt: (spacing: 500, longest: 120_000)
        case .laterAttempt: (spacing: 5000, longest: 12 * 3_600_000)
        }
    }

    /// The next free turn in each queue, in milliseconds.
    private var firstAttempts: Int64 = 0
    private var laterAttempts: Int64 = 0

    /// Assigns a turn and returns its time in milliseconds.
    mutating func turn(for lane: Lane, now: Int64) -> Int64 {
        switch lane {
        case .firstAttempt: Self.take(&firstAttempts, Self.pace(of: lane), now)
        case .laterAttempt: Self.take(&laterAttempts, Self.pace(of: lane), now)
        }
    }

    private static func take(_ next: inout Int64, _ pace: (spacing: Int64, longest: Int64), _ now: Int64) -> Int64 {
        let turn = min(max(next, now), now + pace.longest)
        next = turn + pace.spacing
        return turn
    }
}
