/// The items of a queue around its current item, and the number of all items.
///
/// A store writes the excerpt with the session. Most events need only the current item and its neighbours, so the store can handle them
/// without reading the whole queue (`PlayerSession.needsContent(for:)`).
public struct PlayerQueueExcerpt: Codable, Sendable, Hashable {
    /// The number of items in the whole queue.
    public let count: Int
    /// The number of items in the whole queue that are not blocked.
    let playableCount: Int
    /// The index of the first item of the excerpt in the order of play.
    let start: Int
    /// Consecutive items in the order of play. An excerpt that extends beyond the end of the queue continues with the first item of the queue.
    let items: [PlayerItem]

    /// The number of unblocked items that an excerpt includes after the current item, so that several tracks can follow without the whole queue.
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

    /// Returns the distance from the current item to the n-th item in a direction that is not blocked, at most `reach` and at most the number of
    /// other items in the queue. If fewer than n of these items are not blocked, returns this greatest distance.
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
