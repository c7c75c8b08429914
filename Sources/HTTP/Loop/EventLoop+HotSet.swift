/// The hot set: connections that have just been answered and are likely to ask again at once.
///
/// An event of a source costs two calls of epoll, an ioctl and a change of threads (spec H2). While a connection is hot its
/// source is suspended, and the loop asks its socket itself, once, behind everything else that waits for the loop. One that
/// has nothing to say by then goes back to its source. So nobody is asked in vain more than once for an answer, and a
/// loop with little to do is soon back at its sources.
extension EventLoop {
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
        for connection in takeHot() { connection.askAgain(self) }
    }

    private func takeHot() -> [Connection] {
        let taken = hot
        hot = []
        hot.reserveCapacity(taken.count)
        return taken
    }
}
