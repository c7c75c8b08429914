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
        let silence = offerCore() ? 1 : HotSet.patience / 4
        for (listener, before) in hotSet.takeListeners() { ask(listener, silence: before + silence) }
        for (connection, before) in hotSet.takeConnections() { ask(connection, silence: before + silence) }
        if !hotSet.isEmpty { scheduleRound() }
    }

    /// - Returns: whether somebody took the core; who is silent then may have had no chance to speak.
    private func offerCore() -> Bool {
        // What a handler waits for comes as an event: it must not wait for the core as well.
        guard handling == 0 else { return false }
        let before = MonotonicTime.now
        sched_yield()
        return MonotonicTime.now.nanoseconds - before.nanoseconds > 10_000
    }

    /// - Parameter silence: in a row, should the connection be silent again.
    private func ask(_ connection: Connection, silence: Int) {
        switch connection.askAgain(self) {
        case .something:
            hotSet.connectionRecord.add(isFound: true)
        case .nothing where silence < HotSet.patience:
            hotSet.insert(connection, silence: silence)
        case .nothing:
            hotSet.connectionRecord.add(isFound: false)
            connection.awaitInput(self)
        case .ofNoInterest:
            break
        }
    }

    private func ask(_ listener: Listener, silence: Int) {
        // Out of descriptors, or closed.
        guard !listener.isPaused, !listener.isClosed else { return listener.isHot = false }
        if accept(from: listener) > 0 {
            hotSet.listenerRecord.add(isFound: true)
            hotSet.insert(listener)
        } else if silence < HotSet.patience {
            hotSet.insert(listener, silence: silence)
        } else {
            hotSet.listenerRecord.add(isFound: false)
            listener.isHot = false
        }
    }
}
