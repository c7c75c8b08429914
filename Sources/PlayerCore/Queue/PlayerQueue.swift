/// A list of items with a current item. Items are addressed by their index in the order of play, and an item may occur more than once.
public struct PlayerQueue: Codable, Sendable, Hashable {
    /// The name of the list that filled the queue, such as "artist:12"; `nil` for a queue without a list.
    public internal(set) var context: String?
    /// The items in the order of the list; empty if the queue was read without its items.
    public internal(set) var items: [PlayerItem]
    /// The indexes in `items`, in the order of play; `nil` while the queue is not shuffled.
    public internal(set) var order: [Int]?
    /// The seed of the order; `nil` while the queue is not shuffled.
    public internal(set) var seed: UInt64?
    /// The index of the current item in the order of play; 0 if the queue is empty.
    public internal(set) var index: Int
    /// The items around the current item, if the queue was read without its items; `nil` for a whole queue.
    public internal(set) var excerpt: PlayerQueueExcerpt?

    /// The maximum number of items.
    public static let limit = 10_000

    /// Creates a queue in the order of the list. The item at `index` must exist unless the queue is empty.
    public init(context: String? = nil, _ items: [PlayerItem] = [], index: Int = 0) {
        (self.context, self.items, self.index) = (context, items, items.isEmpty ? 0 : index)
    }

    public var count: Int { excerpt?.count ?? items.count }
    public var isEmpty: Bool { count == 0 }
    public var isShuffled: Bool { order != nil }

    /// The current item; `nil` if the queue is empty.
    public var current: PlayerItem? { isEmpty ? nil : self[index] }

    /// The item at an index in the order of play. The program stops if the index does not exist or the item was not read.
    public subscript(index: Int) -> PlayerItem {
        guard let item = known(index) else { preconditionFailure("the item \(index) of the queue was not read") }
        return item
    }

    /// Returns the item at an index in the order of play; `nil` if the item was not read.
    private func known(_ index: Int) -> PlayerItem? {
        if let excerpt { excerpt[index] } else { items[listIndex(index)] }
    }

    /// The items in the order of play; empty if the queue was read without its items.
    public var itemsInOrder: [PlayerItem] { order.map { $0.map { items[$0] } } ?? items }

    /// Returns the index in `items` of the item at an index in the order of play. The item must exist, and the queue must have been read with its
    /// items.
    public func listIndex(_ index: Int) -> Int { order?[index] ?? index }

    /// The number of items that are not blocked. O(n) in the length of the queue, or O(1) with an excerpt.
    var playableCount: Int { excerpt?.playableCount ?? items.reduce(0) { $1.isBlocked ? $0 : $0 + 1 } }

    /// Returns the first index, from `start` in steps of 1 or -1, whose item is not blocked; `nil` if there is none, or if the search reaches an item
    /// that was not read. O(n).
    ///
    /// - Parameter wraps: whether the search continues at the other end of the queue.
    func playable(from start: Int, step: Int = 1, wraps: Bool) -> Int? {
        if case .found(let index) = search(from: start, step: step, wraps: wraps) { index } else { nil }
    }

    /// Returns whether the items that were read suffice to find the playable items at, after and before the current index.
    func knowsNeighbours(wraps: Bool) -> Bool {
        excerpt == nil
            || [(index, 1), (index + 1, 1), (index - 1, -1)].allSatisfy { start, step in
                search(from: start, step: step, wraps: wraps) != .unknown
            }
    }

    private enum SearchResult: Equatable {
        case found(Int), nothing
        case unknown
    }

    private func search(from start: Int, step: Int, wraps: Bool) -> SearchResult {
        var index = start
        for _ in 0..<count {
            if !(0..<count).contains(index) {
                guard wraps else { return .nothing }
                index = index < 0 ? count - 1 : 0
            }
            guard let item = known(index) else { return .unknown }
            if !item.isBlocked { return .found(index) }
            index += step
        }
        return .nothing
    }
}
