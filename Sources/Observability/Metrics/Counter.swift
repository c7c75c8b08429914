import Synchronization

/// A number that only rises: requests answered, packets sent. Its name ends in `_total`.
public final class Counter: Sendable {
    private let count = Atomic<UInt64>(0)
    private let cells = Mutex<[CounterCell]>([])

    /// A counter of its own, to be told by `MetricsRegistry.counter(…, read:)`.
    public init() {}

    /// The count now, of all cells together. O(cells).
    public var value: UInt64 {
        cells.withLock { cells in cells.reduce(count.load(ordering: .relaxed)) { $0 &+ $1.value } }
    }

    /// One relaxed atomic addition.
    public func increment(by amount: UInt64 = 1) { count.add(amount, ordering: .relaxed) }

    /// A part of the count that one writer adds to, at less than the cost of an atomic addition. It stays part of the
    /// count for good: for the few threads that live as long as the program.
    public func makeCell() -> CounterCell {
        let cell = CounterCell()
        cells.withLock { $0.append(cell) }
        return cell
    }
}

/// A count with a single writer, which anybody may read: neither a lock nor a cache line that two cores fight for.
public final class CounterCell: Sendable {
    private let count = Atomic<UInt64>(0)

    init() {}

    /// The count now.
    public var value: UInt64 { count.load(ordering: .relaxed) }

    /// Adds. One writer at a time: of two, one would overwrite the other's.
    @inline(__always)
    public func increment(by amount: UInt64 = 1) {
        count.store(count.load(ordering: .relaxed) &+ amount, ordering: .relaxed)
    }
}
