import PlayerCore
import Web

extension PlayerScript {
    /// The maximum number of tracks that are removed or moved around the current track. With more changes, the queue is replaced, which interrupts
    /// the track.
    private static let editLimit = 1_000

    /// Saves the queue of an app (`savePlayQueue`). A playing track is not interrupted if it is `items[index]` and at most `editLimit` changes are
    /// necessary; `positionMs` then counts only if `app` is the playing device. Throws error 50 if another device is playing and would be
    /// interrupted.
    mutating func save(_ items: [PlayerItem], index: Int, positionMs: Int64, from app: PlayerDeviceID) throws {
        guard session.state.isActive else {
            if isQueue(items) {
                if index != session.queue.index { select(index, play: false) }
                seek(to: positionMs)
            } else {
                replace(items, index: index, positionMs: positionMs, play: false)
            }
            return
        }
        let isOwn = session.device == app
        if !items.isEmpty, items[index].id == session.item?.id, edit(to: items, index: index) {
            if isOwn { report(positionMs: positionMs) }
            return
        }
        guard isOwn else {
            throw SubsonicError.notAllowed(
                "the player is playing on the device \"\(session.device ?? "")\": pause the player, or continue playback on this device, "
                    + "and then save the queue again")
        }
        replace(items, index: index, positionMs: positionMs, play: !items.isEmpty)
        if session.audio == .loading { send(.streamReady(attempt: session.attempt)) }
    }

    /// Replaces the queue (`jukeboxControl`, action set). A playing track that is also in the new queue is not interrupted if at most `editLimit`
    /// changes are necessary.
    mutating func set(_ items: [PlayerItem]) {
        if session.state.isActive, let index = items.firstIndex(where: { $0.id == session.item?.id }),
            edit(to: items, index: index)
        {
            return
        }
        replace(items, index: 0, positionMs: 0, play: session.state.isActive && !items.isEmpty)
    }

    /// Replaces the queue with the tracks in the given order, at `positionMs` in the track at `index`. A shuffled player would shuffle the new queue,
    /// so shuffling is switched off.
    mutating func replace(_ items: [PlayerItem], index: Int, positionMs: Int64, play: Bool) {
        if session.queue.isShuffled { send(.setShuffle(on: false, seed: 0)) }
        send(.replaceQueue(PlayerQueue(items, index: index), positionMs: positionMs, play: play))
    }

    private func isQueue(_ items: [PlayerItem]) -> Bool {
        items.count == session.queue.count
            && items.indices.allSatisfy { items[$0].id == session.queue[$0].id }
    }

    /// Changes the queue to `new`, in which `index` is the place of the current track, without interrupting its audio. Returns `false`, and changes
    /// nothing, if another track is current or more than `editLimit` changes are necessary. O(n) per event for n tracks.
    private mutating func edit(to new: [PlayerItem], index: Int) -> Bool {
        let old = session.queue.itemsInOrder
        let current = session.queue.index
        guard old.indices.contains(current), old[current].id == new[index].id else { return false }
        let (oldBefore, newBefore) = (old[..<current], new[..<index])
        let (oldAfter, newAfter) = (old[(current + 1)...], new[(index + 1)...])
        let keptBefore = zip(oldBefore.reversed(), newBefore.reversed()).prefix { $0.id == $1.id }.count
        let keptAfter = zip(oldAfter, newAfter).prefix { $0.id == $1.id }.count
        let added = Array(newBefore.dropLast(keptBefore))
        let changes = oldBefore.count - keptBefore + oldAfter.count - keptAfter + added.count
        guard changes <= Self.editLimit else { return false }
        for place in (current + 1 + keptAfter..<old.count).reversed() { send(.remove(index: place)) }
        let appended = Array(newAfter.dropFirst(keptAfter))
        if !appended.isEmpty { send(.insert(appended, at: .last)) }
        for _ in 0..<(oldBefore.count - keptBefore) { send(.remove(index: 0)) }
        guard !added.isEmpty else { return true }
        let end = session.queue.count
        send(.insert(added, at: .last))
        for place in added.indices { send(.move(from: end + place, to: place)) }
        return true
    }
}
