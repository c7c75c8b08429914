/// The line before an account that strangers try more than it allows: turns handed out in the order of asking.
///
/// A turn belongs to the address that asked for it. So an owner whom nobody knows waits for those who asked before, each
/// once, and never competes with the same guesser's next try. Turns that nobody takes are lost, not handed on: who comes
/// at the time told is always let in.
struct LoginLine: Sendable {
    /// Who waits.
    enum Lane: Sendable {
        /// An address that has hardly failed at this account: an owner's first try is here, and each address of a
        /// guesser's only so often.
        case newcomer
        /// An address that has.
        case returner
    }

    /// The time from one turn to the next, and the longest wait, in milliseconds. When the longest is reached, turns fall
    /// together: more addresses are let in at once rather than any of them later.
    static func pace(of lane: Lane) -> (spacing: Int64, longest: Int64) {
        switch lane {
        case .newcomer: (spacing: 500, longest: 120_000)
        case .returner: (spacing: 5000, longest: 12 * 3_600_000)
        }
    }

    /// The next turn that is nobody's yet.
    private var newcomers: Int64 = 0
    private var returners: Int64 = 0

    /// Hands out a turn, at most the longest wait from now.
    mutating func turn(for lane: Lane, now: Int64) -> Int64 {
        switch lane {
        case .newcomer: Self.take(&newcomers, Self.pace(of: lane), now)
        case .returner: Self.take(&returners, Self.pace(of: lane), now)
        }
    }

    private static func take(_ next: inout Int64, _ pace: (spacing: Int64, longest: Int64), _ now: Int64) -> Int64 {
        let turn = min(max(next, now), now + pace.longest)
        next = turn + pace.spacing
        return turn
    }
}
