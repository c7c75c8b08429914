/// Decides whether to offer the core to other processes, from the results so far.
///
/// A program that takes the core and is not a client keeps it for a time slice of some milliseconds, and all clients wait. An
/// offer therefore pays off only if enough requests are found afterwards for the time it took.
struct OfferRecord {
    /// Offers in vain in a row after which the loop keeps its core.
    static let vain = 8
    /// The rounds without an offer after a failure. Each further failure doubles them.
    static let rest: UInt32 = 256
    static let longestRest: UInt32 = 65_536
    /// The absence that one found request justifies, in nanoseconds.
    static let worth: UInt64 = 50_000
    /// The absence, in nanoseconds, from which an offer without a request counts as taken by another program.
    static let slice: UInt64 = 500_000

    private var inVain = 0
    private var resting: UInt32 = 0
    private var nextRest = Self.rest

    /// Whether to make the next one.
    mutating func isWorthMaking() -> Bool {
        guard resting > 0 else { return true }
        resting -= 1
        return false
    }

    /// Somebody had the core for so many nanoseconds, and afterwards so many sockets had something to say.
    mutating func add(absence: UInt64, found: Int) {
        if UInt64(found) * Self.worth >= absence {
            inVain = 0
            nextRest = Self.rest
            return
        }
        inVain += absence >= Self.slice ? Self.vain : 1
        guard inVain >= Self.vain else { return }
        // One more in vain is enough after the rest.
        inVain = Self.vain - 1
        resting = nextRest
        nextRest = min(nextRest * 2, Self.longestRest)
    }
}
