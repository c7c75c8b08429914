/// The results of offering the core to other processes, which decide whether to make another offer.
///
/// Another program that is not a client keeps the core for a time slice of several milliseconds, while all clients wait. An offer is therefore
/// worthwhile only if it yields enough requests for the time that it took.
struct OfferRecord {
    /// The number of unsuccessful offers in a row after which the loop keeps its core.
    static let vain = 8
    /// The number of rounds without an offer after a failure. Each further failure doubles the number.
    static let rest: UInt32 = 256
    static let longestRest: UInt32 = 65_536
    /// The time without the core that one found request justifies, in nanoseconds.
    static let worth: UInt64 = 50_000
    /// The time without the core, in nanoseconds, from which an unsuccessful offer means that another program used the core.
    static let slice: UInt64 = 500_000

    private var inVain = 0
    private var resting: UInt32 = 0
    private var nextRest = Self.rest

    /// Returns whether to make the next offer.
    mutating func isWorthMaking() -> Bool {
        guard resting > 0 else { return true }
        resting -= 1
        return false
    }

    /// Records that another thread had the core for `absence` nanoseconds, and that `found` sockets had input afterwards.
    mutating func add(absence: UInt64, found: Int) {
        if UInt64(found) * Self.worth >= absence {
            inVain = 0
            nextRest = Self.rest
            return
        }
        inVain += absence >= Self.slice ? Self.vain : 1
        guard inVain >= Self.vain else { return }
        // After the pause, one more unsuccessful offer is enough.
        inVain = Self.vain - 1
        resting = nextRest
        nextRest = min(nextRest * 2, Self.longestRest)
    }
}
