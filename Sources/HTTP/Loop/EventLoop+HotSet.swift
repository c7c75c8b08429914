import Dispatch
import Glibc

/// Polls the hot set in rounds, each after work that already waits for the loop.
///
/// Before a round the loop may yield its core to other threads, such as those of clients on this machine, whose requests are then ready.
/// Decision 0017 has the figures.
extension EventLoop {
    /// Adds a connection that waits for its next request to the hot set. Returns `false` if its source must wait for input.
    func keepHot(_ connection: Connection) -> Bool {
        guard keepsHotSet, hotSet.connectionRecord.shouldPoll() else { return false }
        hotSet.insert(connection)
        scheduleRound()
        return true
    }

    /// Adds a listener that just had a connection to the hot set, if polling is worthwhile.
    func keepHot(_ listener: Listener) {
        guard keepsHotSet, !listener.isHot, hotSet.listenerRecord.shouldPoll() else { return }
        listener.isHot = true
        hotSet.insert(listener)
        scheduleRound()
    }

    func scheduleRound() {
        guard !isRoundDue else { return }
        isRoundDue = true
        Task { self.runRound() }
    }

    private func runRound() {
        isRoundDue = false
        let absence = yieldCore()
        // A client that could have sent, since no other thread took the core, counts as silent for longer.
        let silence = absence != nil || handling > 0 ? 1 : HotSet.patience / 4
        var found = 0
        for (listener, before) in hotSet.takeListeners() where poll(listener, silence: before + silence) { found += 1 }
        let limit = mayExceedHandlerLimit() ? Int.max : HotSet.handlerLimit
        for (connection, before) in hotSet.takeConnections() {
            if handling >= limit {
                hotSet.insert(connection, silence: before)
            } else if poll(connection, silence: before + silence) {
                found += 1
            }
        }
        if let absence { hotSet.yields.add(absence: absence, found: found) }
        guard !hotSet.isEmpty else { return }
        if found > 0 || handling == 0 { scheduleRound() } else { awaitRound() }
    }

    /// Returns whether this round takes requests although `HotSet.handlerLimit` requests are at handlers.
    ///
    /// Requests otherwise wait in the kernel, where they take less memory. One round in each `HotSet.delay` takes them, so that requests answered
    /// from memory do not wait for slow handlers.
    private func mayExceedHandlerLimit() -> Bool {
        guard handling >= HotSet.handlerLimit else {
            handlerLimitSince = nil
            return false
        }
        let now = MonotonicTime.now
        guard let since = handlerLimitSince else {
            handlerLimitSince = now
            return false
        }
        guard now >= since + HotSet.delay else { return false }
        handlerLimitSince = now
        return true
    }

    /// Yields the core to other threads if worthwhile. Returns how long other threads had it, in nanoseconds; `nil` if it was not yielded, or was
    /// back within 10 µs.
    private func yieldCore() -> UInt64? {
        // The event for which a handler waits must not wait for the core.
        guard handling == 0, hotSet.yields.shouldYield() else { return nil }
        let before = MonotonicTime.now
        sched_yield()
        let absence = MonotonicTime.now.nanoseconds - before.nanoseconds
        return absence > 10_000 ? absence : nil
    }

    /// Pauses the rounds while a handler works and no polled socket has input: for 500 µs, or until a handler responds and fewer than
    /// `HotSet.handlerLimit` requests remain at handlers.
    private func awaitRound() {
        guard !isRoundAwaited else { return }
        isRoundAwaited = true
        executor.queue.asyncAfter(deadline: .now() + DispatchTimeInterval.microseconds(500)) {
            self.assumeIsolated {
                $0.isRoundAwaited = false
                if !$0.hotSet.isEmpty { $0.scheduleRound() }
            }
        }
    }

    /// Polls a connection and returns whether it had input or ended.
    ///
    /// - Parameter silence: the silence in the unit of `HotSet.patience`, including the current round.
    private func poll(_ connection: Connection, silence: Int) -> Bool {
        switch connection.poll(self) {
        case .something:
            hotSet.connectionRecord.add(isFound: true)
            return true
        case .nothing where silence < HotSet.patience:
            hotSet.insert(connection, silence: silence)
        case .nothing:
            hotSet.connectionRecord.add(isFound: false)
            connection.awaitInput(self)
        case .ofNoInterest:
            break
        }
        return false
    }

    /// Polls a listener and returns whether a connection was waiting.
    private func poll(_ listener: Listener, silence: Int) -> Bool {
        guard !listener.isPaused, !listener.isClosed else {
            listener.isHot = false
            return false
        }
        let isFound = accept(from: listener).count > 0
        if isFound {
            hotSet.insert(listener)
        } else if silence < HotSet.patience {
            hotSet.insert(listener, silence: silence)
            return false
        } else {
            listener.isHot = false
        }
        hotSet.listenerRecord.add(isFound: isFound)
        return isFound
    }
}
