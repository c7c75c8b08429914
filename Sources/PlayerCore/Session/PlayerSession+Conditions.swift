extension PlayerSession {
    /// Returns whether a condition of the table holds.
    func holds(
        _ condition: PlayerCondition, for event: PlayerEvent, from sender: PlayerDeviceID, at now: PlayerTime
    ) -> Bool {
        switch condition {
        case .playable: playableIndex != nil
        case .nothingPlayable: playableIndex == nil
        case .started: audio.isStarted
        case .loading: audio == .loading
        case .currentAttempt: isCurrent(event, sender)
        case .otherAttempt: !isCurrent(event, sender)
        case .lateReport:
            if case .position(_, _, let at) = event { at < knownAt && knownAt <= now } else { false }
        case .nextExists: nextIndex != nil
        case .nothingNext: nextIndex == nil
        case .anotherTrackToTry: indexToTry != nil
        case .everyTrackTried: indexToTry == nil
        case .targetExists: targetIndex(event, at: now) != nil
        case .noTarget: targetIndex(event, at: now) == nil
        case .play: plays(event)
        case .doNotPlay: !plays(event)
        case .beforeEnd: seekPosition(event) != nil
        case .atEnd: seekPosition(event) == nil
        case .removesCurrent: removes(event)
        case .removesOther: !removes(event)
        case .answerOverdue: audio == .loading && isOver(Self.answerLimitMs, since: attemptedAt, at: now)
        case .deviceLost: audio.isStarted && isOver(Self.silenceLimitMs, since: deviceSeenAt, at: now)
        case .sameDevice:
            if case .transfer(let device, _) = event { device == self.device } else { false }
        }
    }

    /// Returns whether a report refers to the current attempt and the session's device sent it.
    private func isCurrent(_ event: PlayerEvent, _ sender: PlayerDeviceID) -> Bool {
        audio.isActive && event.attempt == attempt && sender == device
    }

    private func plays(_ event: PlayerEvent) -> Bool {
        switch event {
        case .select(_, let play), .next(let play), .previous(let play), .goLive(let play),
            .replaceQueue(_, _, let play):
            play
        case .transfer(_, let play): play ?? state.isActive
        default: false
        }
    }

    private func removes(_ event: PlayerEvent) -> Bool {
        if case .remove(let index) = event { index == queue.index } else { false }
    }

    /// Returns whether a time limit, in milliseconds since `start`, has expired. It also expires if the clock was set back by more than the limit,
    /// because an attempt could otherwise wait for years.
    private func isOver(_ limit: Int64, since start: PlayerTime, at now: PlayerTime) -> Bool {
        now.milliseconds(since: start) >= limit || start.milliseconds(since: now) > limit
    }
}
