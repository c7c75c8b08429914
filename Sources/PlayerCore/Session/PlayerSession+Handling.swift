extension PlayerSession {
    /// Returns the session after an event, and the actions that the devices must perform. If `needsContent(for:)` is `true` for the event, the queue
    /// must have been read with its items. O(n) for events that search or edit the queue.
    ///
    /// - Parameter sender: the device that reports the event or on which a person acts. Playback that a person starts stays on the session's device,
    ///   or begins on the sender if the session has no device or its device was silent for 30 minutes.
    /// - Throws: the reason why the event is refused. A refused event changes nothing.
    public func handle(
        _ event: PlayerEvent, from sender: PlayerDeviceID, at now: PlayerTime
    ) throws(PlayerRefusal) -> PlayerReaction {
        try check(event)
        let row = PlayerTable.rows(event.kind, in: state).first { row in
            row.conditions.allSatisfy { holds($0, for: event, from: sender, at: now) }
        }
        guard let row else { throw .notAllowed(event.kind, in: state) }
        // A report or the passage of time that changes nothing leaves the session completely unchanged (spec P13).
        if row.change == .nothing, event.kind.isReport || event == .timePassed {
            return PlayerReaction(session: self, effects: [], transition: row)
        }
        var work = Work(before: self, session: self, event: event, row: row, sender: sender, now: now)
        work.perform()
        return PlayerReaction(session: work.session, effects: work.effects, transition: row)
    }

    /// Throws if the event's values do not fit the queue or the current item, regardless of the state.
    private func check(_ event: PlayerEvent) throws(PlayerRefusal) {
        func checkIndex(_ index: Int, _ count: Int) throws(PlayerRefusal) {
            guard (0..<count).contains(index) else { throw .noSuchIndex(index, count: count) }
        }
        if event.kind.needsItem, queue.isEmpty { throw .emptyQueue }
        let isLive = item?.timing.isLive == true
        switch event {
        case .select(let index, _), .remove(let index): try checkIndex(index, queue.count)
        case .move(let from, let to):
            try checkIndex(from, queue.count)
            try checkIndex(to, queue.count)
        case .seek where isLive: throw .notFixed
        case .seekLive where !isLive, .goLive where !isLive: throw .notLive
        case .setRate(let rate): guard Self.rates.contains(rate) else { throw .noSuchRate(rate) }
        case .replaceQueue(let new, _, _):
            guard new.count <= PlayerQueue.limit else { throw .tooManyItems(new.count) }
            if !new.isEmpty { try checkIndex(new.index, new.count) }
        case .insert(let items, _):
            let count = queue.count + items.count
            guard count <= PlayerQueue.limit else { throw .tooManyItems(count) }
        default: break
        }
    }
}

/// A transition in progress.
private struct Work {
    let before: PlayerSession
    var session: PlayerSession
    let event: PlayerEvent
    let row: PlayerTransition
    let sender: PlayerDeviceID
    let now: PlayerTime
    var effects: [PlayerEffect] = []
    /// Whether the event leaves the revision unchanged, because it reports a position that is close to the estimate.
    private var isUncounted = false

    init(
        before: PlayerSession, session: PlayerSession, event: PlayerEvent, row: PlayerTransition,
        sender: PlayerDeviceID, now: PlayerTime
    ) {
        (self.before, self.session, self.event, self.row) = (before, session, event, row)
        (self.sender, self.now) = (sender, now)
    }

    mutating func perform() {
        if sender == before.device, event != .timePassed { session.deviceSeenAt = now }
        change()
        for effect in row.audio { perform(effect) }
        session.state = row.to
        if !isSameExceptForSight { session.revision += isUncounted ? 0 : 1 }
    }

    private var isSameExceptForSight: Bool {
        var (old, new) = (before, session)
        (old.deviceSeenAt, new.deviceSeenAt) = (now, now)
        return old == new
    }

    private mutating func change() {
        switch row.change {
        case .nothing: break
        case .retain: settle(at: now)
        case .resume:
            session.failures = 0
            go(to: session.playableIndex, keepsPosition: true)
        case .reportNoTrack: session.lastError = PlayerError(.noTrack, item: session.item?.id, at: now)
        case .fail: fail()
        case .failAndSkip:
            fail()
            session.failures += 1
            go(to: before.indexToTry)
        case .failAndEnd:
            fail()
            rewind()
        case .loseDevice:
            settle(at: min(now, before.deadline ?? now))
            session.lastError = PlayerError(.deviceLost, item: session.item?.id, at: now)
            session.attempt += 1
            session.device = nil
        case .start:
            session.knownAt = now
            session.lastError = nil
            session.failures = 0
            if session.listening.since == nil { session.listening.since = now }
        case .stall:
            guard session.audio == .playing else { return }
            settle(at: now)
            session.audio = .stalled
        case .refill:
            if session.audio == .stalled { session.knownAt = now }
            session.audio = .playing
        case .report: report()
        case .advance:
            settle(at: now)
            go(to: before.nextIndex)
        case .end:
            settle(at: now)
            if row.event == .select { session.lastError = PlayerError(.noTrack, item: session.item?.id, at: now) }
            rewind()
        case .jump:
            settle(at: now)
            session.failures = 0
            go(to: before.targetIndex(event, at: now))
        case .seek: seek()
        case .shuffle, .repeatMode, .rate: set()
        case .replace, .insert, .move, .removeOther, .removeCurrent: edit()
        case .transfer: transfer()
        }
    }

    /// Sets the known position to the estimate for a time, and adds the audio played since `knownAt` to `listening`. Adds the effect `heard` once the
    /// item counts as heard.
    private mutating func settle(at time: PlayerTime) {
        guard let item = session.item else {
            session.knownAt = time
            return
        }
        if session.audio == .playing {
            let elapsed = time.milliseconds(since: session.knownAt)
            let position = session.positionMs(at: time)
            let played = item.timing.isLive ? elapsed : position - session.knownPositionMs
            session.listening.playedMs += max(0, min(played, elapsed * session.rate / 1000))
            if !session.listening.isHeard, let since = session.listening.since,
                let threshold = PlayerListening.threshold(of: item.timing), session.listening.playedMs >= threshold
            {
                session.listening.isHeard = true
                effects.append(.heard(item: item.id, since: since, playedMs: session.listening.playedMs))
            }
        }
        session.knownPositionMs = session.positionMs(at: time)
        session.knownAt = time
    }

    /// Makes an item current, at its start; `nil` changes nothing. If the item is already current and `keepsPosition` is `true`, the position stays
    /// the same.
    private mutating func go(to index: Int?, keepsPosition: Bool = false) {
        guard let index else { return }
        let isSame = index == session.queue.index
        settle(at: now)
        if keepsPosition, isSame { return }
        session.queue.index = index
        rewind()
    }

    private mutating func rewind() {
        (session.knownPositionMs, session.knownAt) = (0, now)
        session.listening = PlayerListening()
    }

    private mutating func fail() {
        settle(at: now)
        let code: PlayerError.Code =
            switch event {
            case .streamFailed(_, let code), .streamLost(_, let code): code
            default: .noAnswer
            }
        session.lastError = PlayerError(code, item: session.item?.id, at: now)
        // A device that does not answer counts as lost. The next attempt is made on the device on which a person acts.
        if event == .timePassed, row.to.isActive == false { session.device = nil }
    }

    private mutating func report() {
        guard case .position(_, let position, let at) = event, let timing = session.item?.timing else { return }
        let time = min(at, now)
        let estimate = session.positionMs(at: time)
        settle(at: time)
        session.knownPositionMs = timing.clamped(position)
        isUncounted = abs(session.knownPositionMs - estimate) <= PlayerSession.driftLimitMs
    }

    private mutating func seek() {
        settle(at: now)
        session.knownPositionMs = before.seekPosition(event) ?? 0
    }

    private mutating func set() {
        switch event {
        case .setShuffle(true, let seed):
            if session.queue.seed != seed { session.queue.shuffle(seed: seed) }
        case .setShuffle(false, _): session.queue.unshuffle()
        case .setRepeat(let mode): session.repeatMode = mode
        case .setRate(let rate):
            guard rate != session.rate else { return }
            settle(at: now)
            session.rate = rate
            if session.audio.isStarted, let device = session.device {
                effects.append(.setRate(device: device, attempt: session.attempt, rate: rate))
            }
        default: break
        }
    }

    private mutating func edit() {
        switch event {
        case .replaceQueue(let new, let position, let play):
            settle(at: now)
            let seed = session.queue.seed
            session.queue = PlayerQueue(context: new.context, new.items, index: new.index)
            rewind()
            session.failures = 0
            if let target = before.targetIndex(event, at: now), row.audio.contains(.queue) {
                if target == new.index { session.knownPositionMs = session.item?.timing.clamped(position) ?? 0 }
                session.queue.index = target
            } else {
                session.knownPositionMs = session.item?.timing.clamped(position) ?? 0
                if play { session.lastError = PlayerError(.noTrack, item: session.item?.id, at: now) }
            }
            if let seed {
                var generator = SeededGenerator(seed: seed)
                session.queue.shuffle(seed: generator.next())
            }
            if !row.to.isActive { session.audio = .stopped }
        case .insert(let items, let point): session.queue.insert(items, at: point)
        case .move(let from, let to): session.queue.move(from: from, to: to)
        case .remove(let index):
            guard row.change == .removeCurrent else {
                session.queue.remove(at: index)
                return
            }
            settle(at: now)
            let target = row.audio.contains(.queue) ? before.targetIndex(event, at: now) : nil
            session.queue.remove(at: index)
            if let target { session.queue.index = target }
            rewind()
            if !row.to.isActive { session.audio = .stopped }
        default: break
        }
    }

    private mutating func transfer() {
        guard case .transfer(let device, _) = event else { return }
        settle(at: now)
        if row.audio.contains(.queue) {
            session.failures = 0
            go(to: session.playableIndex, keepsPosition: true)
        }
        // The old device's reports no longer count, even if no audio is requested on the new device.
        if before.state.isActive { session.attempt += 1 }
        session.device = device
        session.deviceSeenAt = now
    }

    private mutating func perform(_ effect: AudioEffect) {
        switch effect {
        case .cancel:
            if let device = before.device { effects.append(.cancel(device: device, attempt: before.attempt)) }
            endAudio(row.change)
        case .pause:
            if let device = before.device { effects.append(.pause(device: device, attempt: before.attempt)) }
            endAudio(row.change)
        case .stop:
            if let device = before.device { effects.append(.stop(device: device, attempt: before.attempt)) }
            endAudio(row.change)
        case .queue: queue()
        case .start:
            session.audio = .playing
            if let device = session.device { effects.append(.start(device: device, attempt: session.attempt)) }
        case .seek:
            if let device = session.device {
                effects.append(
                    .seek(device: device, attempt: session.attempt, positionMs: session.knownPositionMs))
            }
        }
    }

    private mutating func endAudio(_ change: PlayerChange) {
        switch change {
        case .end, .failAndEnd, .replace, .removeCurrent: session.audio = .stopped
        default: session.audio = .paused
        }
    }

    /// Begins an attempt to play the current item from the current position, on the session's device, or on the sender if the session has no device
    /// or its device has been silent for `silenceLimitMs`.
    private mutating func queue() {
        guard let item = session.item else { return }
        // A transfer has already set the device, and `timePassed` is not sent by a device.
        if row.change != .transfer, event != .timePassed {
            let isGone =
                session.device == nil || now.milliseconds(since: session.deviceSeenAt) >= PlayerSession.silenceLimitMs
            if isGone, session.device != sender { session.device = sender }
            if session.device == sender { session.deviceSeenAt = now }
        }
        guard let device = session.device else { return }
        session.attempt += 1
        session.attemptedAt = now
        session.audio = .loading
        effects.append(
            .queue(device: device, attempt: session.attempt, item: item, positionMs: session.knownPositionMs))
    }
}
