import Glibc

/// The hot set: connections that have just been answered and are likely to ask again at once.
///
/// An event of a source costs two calls of epoll, an ioctl and a change of threads (spec H2). While a connection is hot its
/// source is suspended, and the loop asks its socket itself, behind everything else that waits for the loop. One that
/// has nothing to say for a while goes back to its source. It trades idle turns of a core for shorter ways: off
/// unless asked for.
extension EventLoop {
    /// For how many seconds a connection stays hot without a request.
    static let hotTime = 0.002

    /// Takes a connection in that waits for its next request.
    func keepHot(_ connection: Connection) {
        guard !connection.isHot else { return }
        connection.isHot = true
        hot.append(connection)
        guard !isRoundDue else { return }
        isRoundDue = true
        Task { self.goRound() }
    }

    /// Asks each hot socket once.
    private func goRound() {
        isRoundDue = false
        readClocks()
        var isIdle = true
        for connection in takeHot() {
            connection.isHot = false
            if connection.askAgain(self) { isIdle = false }
        }
        // Whoever reads the answers may be waiting for this core.
        if isIdle { sched_yield() }
    }

    private func takeHot() -> [Connection] {
        let taken = hot
        hot = []
        hot.reserveCapacity(taken.count)
        return taken
    }
}
