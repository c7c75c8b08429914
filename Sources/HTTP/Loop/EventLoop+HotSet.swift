import Glibc

/// How the loop asks its hot set: in rounds, each behind everything else that waits for the loop.
///
/// Before a round the loop offers its core to whoever waits for one. On a busy machine that may be the very process whose
/// requests it is about to look for, and many of them are there when it is back; on an idle one the call returns
/// at once. Decision 0017 has the figures.
extension EventLoop {
    /// Takes in a connection that waits for its next request.
    ///
    /// - Returns: whether it did; else the source has to wait for it.
    func keepHot(_ connection: Connection) -> Bool {
        guard keepsHotSet, hotSet.connectionRecord.isWorthAsking() else { return false }
        hotSet.insert(connection)
        scheduleRound()
        return true
    }

    /// Takes in a listener that somebody just came to, if that pays.
    func keepHot(_ listener: Listener) {
        guard keepsHotSet, !listener.isHot, hotSet.listenerRecord.isWorthAsking() else { return }
        listener.isHot = true
        hotSet.insert(listener)
        scheduleRound()
    }

    private func scheduleRound() {
        guard !isRoundDue else { return }
        isRoundDue = true
        Task { self.goRound() }
    }

    private func goRound() {
        isRoundDue = false
        // What a handler waits for comes as an event: it must not wait for the core as well.
        if handling == 0 { sched_yield() }
        for (listener, silences) in hotSet.takeListeners() { ask(listener, silences) }
        for (connection, silences) in hotSet.takeConnections() { ask(connection, silences) }
        if !hotSet.isEmpty { scheduleRound() }
    }

    private func ask(_ connection: Connection, _ silences: Int) {
        switch connection.askAgain(self) {
        case .something:
            hotSet.connectionRecord.add(isFound: true)
        case .nothing where silences + 1 < HotSet.rounds:
            hotSet.insert(connection, silences: silences + 1)
        case .nothing:
            hotSet.connectionRecord.add(isFound: false)
            connection.awaitInput(self)
        case .ofNoInterest:
            break
        }
    }

    private func ask(_ listener: Listener, _ silences: Int) {
        // Out of descriptors, or closed.
        guard !listener.isPaused, !listener.isClosed else { return listener.isHot = false }
        let accepted = accept(from: listener)
        if accepted > 0 { hotSet.listenerRecord.add(isFound: true) }
        if accepted > 0 || silences + 1 < HotSet.rounds {
            hotSet.insert(listener, silences: accepted > 0 ? 0 : silences + 1)
        } else {
            hotSet.listenerRecord.add(isFound: false)
            listener.isHot = false
        }
    }
}
