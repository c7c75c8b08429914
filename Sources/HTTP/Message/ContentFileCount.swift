import Synchronization

/// The number of open content files, limited because connections need descriptors too.
final class ContentFileCount: Sendable {
    private let limit: Int
    private let count = Atomic<Int>(0)

    init(limit: Int) { self.limit = limit }

    var value: Int { count.load(ordering: .relaxed) }

    /// Adds a file unless `limit` files are open, and returns whether it was added.
    func enter() -> Bool {
        if count.wrappingAdd(1, ordering: .relaxed).newValue <= limit { return true }
        leave()
        return false
    }

    func leave() {
        count.wrappingSubtract(1, ordering: .relaxed)
    }
}
