/// The items of a queue, separate from the session, so that a store writes them only when they change.
public struct PlayerQueueContent: Codable, Sendable, Hashable {
    /// The items in the order of the list.
    public let items: [PlayerItem]
    /// The order of play; `nil` while the queue is not shuffled.
    public let order: [Int]?

    public init(_ queue: PlayerQueue) { (items, order) = (queue.items, queue.order) }

    /// The content of an empty queue.
    public static let empty = Self(PlayerQueue())
}

extension PlayerQueue {
    /// The queue with an excerpt in place of its items, for storage. O(n) for a whole queue.
    public var withoutContent: Self {
        guard excerpt == nil else { return self }
        var queue = self
        queue.excerpt = PlayerQueueExcerpt(self)
        queue.items = []
        if queue.order != nil { queue.order = [] }
        return queue
    }

    /// Returns the queue with its separately stored items.
    public func with(_ content: PlayerQueueContent) -> Self {
        var queue = self
        (queue.items, queue.order, queue.excerpt) = (content.items, content.order, nil)
        return queue
    }
}
