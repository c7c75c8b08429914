import Synchronization

/// How many connections all loops of a server hold together.
final class ConnectionCount: Sendable {
    private let count = Atomic<Int>(0)

    var value: Int { count.load(ordering: .relaxed) }

    /// Counts one more, unless `limit` are open.
    func enter(limit: Int) -> Bool {
        if count.wrappingAdd(1, ordering: .relaxed).newValue <= limit { return true }
        leave()
        return false
    }

    func leave() {
        count.wrappingSubtract(1, ordering: .relaxed)
    }
}
