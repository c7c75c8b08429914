import Synchronization

/// A metric that only increases, such as requests answered. Its name ends in `_total`.
public final class Counter: Sendable {
    private let count = Atomic<UInt64>(0)
    private let cells = Mutex<[CounterCell]>([])

    /// Creates a counter outside of the registry, for `MetricsRegistry.counter(…, read:)`.
    public init() {}

    /// The current count, including all cells. O(cells).
    public var value: UInt64 {
        cells.withLock { cells in cells.reduce(count.load(ordering: .relaxed)) { $0 &+ $1.value } }
    }

    /// Adds to the count, with one relaxed atomic addition.
    public func increment(by amount: UInt64 = 1) { count.add(amount, ordering: .relaxed) }

    /// Creates a part of the count for one writer. Adding to a cell costs less than an atomic addition. A cell is never removed, so create cells only
    /// for threads that run as long as the program.
    public func makeCell() -> CounterCell {
        let cell = CounterCell()
        cells.withLock { $0.append(cell) }
        return cell
    }
}

/// A count with a single writer and any number of readers, without locks or contended cache lines.
public final class CounterCell: Sendable {
    private let count = Atomic<UInt64>(0)

    init() {}

    /// The count of this cell alone.
    public var value: UInt64 { count.load(ordering: .relaxed) }

    /// Adds to the count. Only one writer may call this method at a time, because simultaneous additions would overwrite each other.
    @inline(__always)
    public func increment(by amount: UInt64 = 1) {
        count.store(count.load(ordering: .relaxed) &+ amount, ordering: .relaxed)
    }
}
