extension PlayerSession {
    /// The index at which playback resumes: the current item or, if the current item is blocked, the next item that is not blocked; `nil`
    /// if no item can be played. With `RepeatMode.all`, the search continues at the start of the queue.
    var playableIndex: Int? { queue.playable(from: queue.index, wraps: repeatMode == .all) }

    /// The index of the item that follows when the current item ends by itself; `nil` if playback ends.
    var nextIndex: Int? {
        if repeatMode == .one, item?.isBlocked == false { return queue.index }
        return followingIndex
    }

    /// The index of the item to which the event `next` leads; `nil` if no playable item follows.
    var followingIndex: Int? { queue.playable(from: queue.index + 1, wraps: repeatMode == .all) }

    /// The index of the item to try after the current item failed; `nil` if no other item follows, or if this failure makes as many
    /// failures in a row as the queue has items that are not blocked (spec P18). O(n) in the length of the queue.
    var indexToTry: Int? {
        guard let next = followingIndex, next != queue.index, failures + 1 < queue.playableCount else { return nil }
        return next
    }

    /// Returns the index of the item to which an event leads, or `nil` if the event leads to no item that can be played. For `replaceQueue`, the
    /// index applies to the new queue; for `remove`, to the queue after the removal.
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

    /// Returns the position to which a seek leads, in milliseconds, or `nil` if the position is at or after the end of a recording, for an empty
    /// queue, and for an event other than a seek.
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
