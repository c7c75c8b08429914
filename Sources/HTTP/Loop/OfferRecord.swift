/// What came of offering the core, and so whether the next offer is made.
///
/// Whoever takes the core without a client among them keeps it for a time slice of some milliseconds, which all clients wait.
struct OfferRecord {
    /// Offers in a row after which nobody had anything to say.
    static let vain = 8
    /// Rounds without an offer then.
    static let rest = 256

    private var inVain = 0
    private var resting = 0

    /// Whether to make the next one.
    mutating func isWorthMaking() -> Bool {
        guard resting > 0 else { return true }
        resting -= 1
        return false
    }

    /// Somebody took the core, and afterwards some socket had something to say, or none.
    mutating func add(isFound: Bool) {
        inVain = isFound ? 0 : inVain + 1
        guard inVain == Self.vain else { return }
        inVain = 0
        resting = Self.rest
    }
}
