import Synchronization

/// A count that all loops of a server share.
final class SharedCount: Sendable {
    private let count = Atomic<Int>(0)

    var value: Int { count.load(ordering: .relaxed) }

    /// Adds one unless the count is at `limit`, and returns whether one was added.
    func enter(limit: Int) -> Bool {
        if count.wrappingAdd(1, ordering: .relaxed).newValue <= limit { return true }
        leave()
        return false
    }

    func add() { count.wrappingAdd(1, ordering: .relaxed) }

    func leave() { count.wrappingSubtract(1, ordering: .relaxed) }
}
