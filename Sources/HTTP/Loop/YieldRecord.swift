/// The results of yielding the core to other threads, which decide whether to yield again.
///
/// Programs other than clients keep the core for milliseconds. Yielding is worthwhile only if enough requests arrived meanwhile.
struct YieldRecord {
    /// The number of unsuccessful yields in a row after which the loop keeps its core for a pause. An unsuccessful yield of at least `slice` counts
    /// as this many.
    static let failureLimit = 8
    /// The number of rounds in the first pause. An unsuccessful yield after a pause starts another, twice as long, up to `longestPause`.
    static let pause: UInt32 = 256
    static let longestPause: UInt32 = 65_536
    /// The time without the core that one found request justifies, in nanoseconds.
    static let timePerRequest: UInt64 = 50_000
    /// The time without the core, in nanoseconds, that shows that another program used the core.
    static let slice: UInt64 = 500_000

    private var failures = 0
    private var pausing: UInt32 = 0
    private var nextPause = Self.pause

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
        failures = Self.failureLimit - 1
        pausing = nextPause
        nextPause = min(nextPause * 2, Self.longestPause)
    }
}
