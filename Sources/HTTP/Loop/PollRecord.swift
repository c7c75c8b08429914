/// The results of polling sockets without a readiness event, which decide whether to continue polling.
///
/// An unsuccessful poll costs a few system calls and possibly a yield of the core (`YieldRecord`). A poll that finds a request saves an
/// event, two thread switches, and work of the thread that serves the events of all loops. Even a busy client is sometimes late because it
/// has no core, so a loop stops polling only if nearly all sockets are silent.
struct PollRecord {
    /// The number of recorded results after which polling is judged.
    static let sample = 64
    /// The minimum number of results of a sample that must be successful for polling to continue without a pause.
    static let minimumFound = 8
    /// The number of sockets that are not polled after an unsuccessful sample.
    static let pause = 256

    private var found = 0
    private var silent = 0
    private var pausing = 0

    /// Returns whether to poll the next socket.
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
