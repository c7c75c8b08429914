/// The items of a queue around its current item, stored with the session. Most events need only these (`PlayerSession.needsContent(for:)`).
public struct PlayerQueueExcerpt: Codable, Sendable, Hashable {
    /// The number of items in the whole queue.
    public let count: Int
    /// The number of items in the whole queue that are not blocked.
    let playableCount: Int
    let start: Int
    /// Consecutive items in the order of play. After the end of the queue, the first item of the queue follows.
    let items: [PlayerItem]

    /// The number of playable items after the current item that an excerpt includes, if they are within `reach`.
    private static let ahead = 4
    /// The number of items in one direction after which the search for items that are not blocked ends.
    private static let reach = 40

    init(_ queue: PlayerQueue) {
        count = queue.count
        playableCount = queue.playableCount
        guard count > 0 else {
            (start, items) = (0, [])
            return
        }
        let before = Self.distance(queue, step: -1, to: 1)
        let length = min(count, before + 1 + Self.distance(queue, step: 1, to: Self.ahead))
        let first = Self.wrapped(queue.index - before, count)
        start = first
        items = (0..<length).map { queue[Self.wrapped(first + $0, queue.count)] }
    }

    /// The item at an index in the order of play; `nil` if the excerpt does not contain the item.
    subscript(index: Int) -> PlayerItem? {
        guard (0..<count).contains(index) else { return nil }
        let place = Self.wrapped(index - start, count)
        return place < items.count ? items[place] : nil
    }

    /// Returns the number of steps in the direction of `step` from the current item to the `wanted`-th playable item; at most `reach`.
    private static func distance(_ queue: PlayerQueue, step: Int, to wanted: Int) -> Int {
        var (distance, found) = (0, 0)
        while found < wanted, distance < min(reach, queue.count - 1) {
            distance += 1
            if !queue[wrapped(queue.index + step * distance, queue.count)].isBlocked { found += 1 }
        }
        return distance
    }

    private static func wrapped(_ index: Int, _ count: Int) -> Int { (index % count + count) % count }
}
