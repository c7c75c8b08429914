/// The results of yielding the core to other threads, which decide whether to yield again.
///
/// Another program that is not a client keeps the core for a time slice of several milliseconds, while all clients wait. Yielding is therefore
/// worthwhile only if enough requests arrived during the time without the core.
struct YieldRecord {
    /// The number of unsuccessful yields in a row after which the loop keeps its core for a pause. An unsuccessful yield of at least `slice` counts
    /// as this many.
    static let failureLimit = 8
    /// The number of rounds without a yield in the first pause. One more unsuccessful yield after a pause starts the next, which is twice as long, up
    /// to `longestPause`.
    static let pause: UInt32 = 256
    static let longestPause: UInt32 = 65_536
    /// The time without the core that one found request justifies, in nanoseconds.
    static let timePerRequest: UInt64 = 50_000
    /// The time without the core, in nanoseconds, from which an unsuccessful yield means that another program used the core.
    static let slice: UInt64 = 500_000

    private var failures = 0
    private var pausing: UInt32 = 0
    private var nextPause = Self.pause

    /// Returns whether to yield in the next round.
    mutating func shouldYield() -> Bool {
        guard pausing > 0 else { return true }
        pausing -= 1
        return false
    }

    /// Records that another thread had the core for `absence` nanoseconds, and that `found` sockets had input afterwards.
    mutating func add(absence: UInt64, found: Int) {
        if UInt64(found) * Self.timePerRequest >= absence {
            failures = 0
            nextPause = Self.pause
            return
        }
        failures += absence >= Self.slice ? Self.failureLimit : 1
        guard failures >= Self.failureLimit else { return }
        // After the pause, one more unsuccessful yield is enough.
        failures = Self.failureLimit - 1
        pausing = nextPause
        nextPause = min(nextPause * 2, Self.longestPause)
    }
}
