import Synchronization

/// The number of open content files. Each uses a descriptor, of which connections also need one.
final class ContentFileCount: Sendable {
    private let limit: Int
    private let count = Atomic<Int>(0)

    init(limit: Int) { self.limit = limit }

    /// How many are open now.
    var value: Int { count.load(ordering: .relaxed) }

    /// Counts one more file unless `limit` are open; returns whether it did.
    func enter() -> Bool {
        if count.wrappingAdd(1, ordering: .relaxed).newValue <= limit { return true }
        leave()
        return false
    }

    func leave() {
        count.wrappingSubtract(1, ordering: .relaxed)
    }
}
