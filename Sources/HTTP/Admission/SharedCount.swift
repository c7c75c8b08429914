import Synchronization

/// How many of something there are, counted by all loops of a server together.
final class SharedCount: Sendable {
    private let count = Atomic<Int>(0)

    var value: Int { count.load(ordering: .relaxed) }

    /// Counts one more, unless there are `limit` already. One atomic addition; a second one takes a refused one back.
    func enter(limit: Int) -> Bool {
        if count.wrappingAdd(1, ordering: .relaxed).newValue <= limit { return true }
        leave()
        return false
    }

    /// Counts one that nothing refuses.
    func add() { count.wrappingAdd(1, ordering: .relaxed) }

    func leave() { count.wrappingSubtract(1, ordering: .relaxed) }
}
