import Synchronization

/// A number that only rises: requests answered, packets sent. Its name ends in `_total`.
public final class Counter: Sendable {
    private let count = Atomic<UInt64>(0)

    init() {}

    /// The count now.
    public var value: UInt64 { count.load(ordering: .relaxed) }

    /// One relaxed atomic addition.
    public func increment(by amount: UInt64 = 1) { count.add(amount, ordering: .relaxed) }
}
