/// Decides whether polling sockets without a readiness event pays off, from the results so far.
///
/// Polling in vain costs a few system calls and perhaps an offer of the core (`OfferRecord`). Finding a request saves an event,
/// two thread switches, and work for the thread that serves the events of all loops. Even a busy client is late at times, when
/// it has no core. A loop therefore stops polling only if nearly all sockets are silent.
struct AskingRecord {
    /// Sockets asked before they are judged.
    static let sample = 64
    /// How many of a sample must have had something to say.
    static let worthwhile = 8
    /// Sockets left to their sources after a sample that had less.
    static let rest = 256

    private var found = 0
    private var silent = 0
    private var resting = 0

    /// Whether to ask the next one.
    mutating func isWorthAsking() -> Bool {
        guard resting > 0 else { return true }
        resting -= 1
        return false
    }

    /// Records whether a polled socket was readable.
    mutating func add(isFound: Bool) {
        if isFound { found += 1 } else { silent += 1 }
        guard found + silent == Self.sample else { return }
        if found < Self.worthwhile { resting = Self.rest }
        found = 0
        silent = 0
    }
}
