/// The results of polling sockets, which decide whether to continue polling.
///
/// An unsuccessful poll costs a few system calls and perhaps a yield of the core (`YieldRecord`); a successful one saves an event and two thread
/// switches. Even a busy client is sometimes late, so a loop stops polling only if nearly all sockets are silent.
struct PollRecord {
    /// The number of recorded results after which polling is judged.
    static let sample = 64
    /// The number of successful results in a sample that polling needs to continue without a pause.
    static let minimumFound = 8
    /// The number of sockets that are not polled after an unsuccessful sample.
    static let pause = 256

    private var found = 0
    private var silent = 0
    private var pausing = 0

    mutating func shouldPoll() -> Bool {
        guard pausing > 0 else { return true }
        pausing -= 1
        return false
    }

    /// Records whether a polled socket was readable before the loop stopped polling it.
    mutating func add(isFound: Bool) {
        if isFound { found += 1 } else { silent += 1 }
        guard found + silent == Self.sample else { return }
        if found < Self.minimumFound { pausing = Self.pause }
        found = 0
        silent = 0
    }
}
