/// The items of a queue, separate from the session. A store can then write the session after every event, and the items only when the
/// items change.
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
    /// The queue without its items, for storage. Properties and functions that read the items must not be used.
    public var withoutContent: Self {
        var queue = self
        queue.items = []
        if queue.order != nil { queue.order = [] }
        return queue
    }

    /// Returns the queue with its separately stored items.
    public func with(_ content: PlayerQueueContent) -> Self {
        var queue = self
        (queue.items, queue.order) = (content.items, content.order)
        return queue
    }
}
