import Synchronization

/// How often a measured value fell into each range: durations in seconds, sizes in bytes.
public final class Histogram: Sendable {
    /// From half a millisecond to ten seconds, for answers of a server in seconds.
    public static let latencies = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    /// The upper ends of the ranges, which belong to them, rising; above the last there is one more range.
    public let bounds: [Double]
    private let counts: [Counter]
    private let total = AtomicDouble()
    /// The sums of the cells, in nanoseconds.
    private let cellTotal = Counter()

    /// A histogram of its own, to be told by `MetricsRegistry.histogram(…, bounds:, read:)`.
    public init(bounds: [Double]) {
        precondition(zip(bounds, bounds.dropFirst()).allSatisfy(<), "the bounds of a histogram rise")
        self.bounds = bounds
        counts = (0...bounds.count).map { _ in Counter() }
    }

    /// Counts one value: a search in a short array and two atomic additions.
    public func observe(_ value: Double) {
        counts[bounds.firstIndex { value <= $0 } ?? bounds.count].increment()
        total.add(value)
    }

    /// Counts a duration in seconds.
    public func observe(_ duration: Duration) { observe(duration / .seconds(1)) }

    /// A part of the histogram that one writer adds durations to, as with `Counter.makeCell`.
    public func makeCell() -> HistogramCell {
        HistogramCell(bounds: bounds, counts: counts.map { $0.makeCell() }, total: cellTotal.makeCell())
    }

    /// What it has counted.
    public var reading: HistogramReading { HistogramReading(cumulativeCounts: cumulativeCounts, sum: sum) }

    /// The sum of all values.
    public var sum: Double { total.value + Double(cellTotal.value) / 1e9 }

    /// For each bound how many values were not above it, and last how many there are; one reading, so that it
    /// never falls from left to right.
    public var cumulativeCounts: [UInt64] {
        var running: UInt64 = 0
        return counts.map { count in
            running += count.value
            return running
        }
    }
}

/// Durations counted by a single writer, whom nobody else has to wait for.
public final class HistogramCell: Sendable {
    /// In nanoseconds.
    private let bounds: [UInt64]
    private let counts: [CounterCell]
    private let total: CounterCell

    init(bounds: [Double], counts: [CounterCell], total: CounterCell) {
        self.bounds = bounds.map { UInt64($0 * 1e9) }
        self.counts = counts
        self.total = total
    }

    /// Counts one duration: a walk over a short array, mostly ended by its first element, and two stores.
    public func observe(nanoseconds: UInt64) {
        var index = 0
        while index < bounds.count, nanoseconds > bounds[index] { index += 1 }
        counts[index].increment()
        total.increment(by: nanoseconds)
    }
}
