extension PlayerSession {
    /// The index at which playback resumes: the current item or the next that is not blocked; `nil` if no item can be played.
    var playableIndex: Int? { queue.playable(from: queue.index, wraps: repeatMode == .all) }

    /// The index of the item that follows when the current item ends by itself; `nil` if playback ends.
    var nextIndex: Int? {
        if repeatMode == .one, item?.isBlocked == false { return queue.index }
        return followingIndex
    }

    /// The index of the item to which the event `next` leads; `nil` if no playable item follows.
    var followingIndex: Int? { queue.playable(from: queue.index + 1, wraps: repeatMode == .all) }

    /// The index of the item to try after a failure; `nil` if there is none, or if all playable items have failed in a row (spec P18). O(n).
    var indexToTry: Int? {
        guard let next = followingIndex, next != queue.index, failures + 1 < queue.playableCount else { return nil }
        return next
    }

    /// Returns the index of the item to which an event leads, in the queue after the event; `nil` if no item can be played or the event leads to
    /// none.
    func targetIndex(_ event: PlayerEvent, at now: PlayerTime) -> Int? {
        switch event {
        case .select(let index, _): return queue.playable(from: index, wraps: repeatMode == .all)
        case .next: return followingIndex
        case .previous:
            let restarts = item?.timing.isLive == false && positionMs(at: now) > Self.restartLimitMs
            let before = queue.playable(from: queue.index - 1, step: -1, wraps: repeatMode == .all)
            if !restarts, let before { return before }
            return item?.isBlocked == false ? queue.index : before
        case .goLive: return item?.isBlocked == false ? queue.index : nil
        case .replaceQueue(let new, _, _): return new.playable(from: new.index, wraps: repeatMode == .all)
        case .remove(let index):
            // Without a next item, playback ends as after the last item.
            guard index + 1 < queue.count || repeatMode == .all else { return nil }
            var left = queue
            left.remove(at: index)
            let start = index < left.count ? index : 0
            return left.playable(from: start, wraps: repeatMode == .all)
        default: return nil
        }
    }

    /// Returns the position to which a seek leads, in milliseconds; `nil` at or after the end of a recording, and for other events.
    func seekPosition(_ event: PlayerEvent) -> Int64? {
        guard let timing = item?.timing else { return nil }
        switch event {
        case .seek(let position):
            if let duration = timing.durationMs, position >= duration { return nil }
            return timing.clamped(position)
        case .seekLive(let behind): return timing.clamped(behind)
        default: return nil
        }
    }
}
