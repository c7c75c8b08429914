import Synchronization

/// A metric that counts values by range, such as durations in seconds or sizes in bytes.
public final class Histogram: Sendable {
    /// The bounds for response times, in seconds.
    public static let latencies = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    /// The inclusive upper bounds of the ranges, increasing. A further range contains the values above the last bound.
    public let bounds: [Double]
    private let counts: [Counter]
    private let total = AtomicDouble()
    /// The sum of the values counted in cells, in nanoseconds.
    private let cellTotal = Counter()

    /// Creates a histogram outside of the registry, for `MetricsRegistry.histogram(…, bounds:, read:)`. The upper bounds must increase.
    public init(bounds: [Double]) {
        precondition(zip(bounds, bounds.dropFirst()).allSatisfy(<), "the bounds of a histogram rise")
        self.bounds = bounds
        counts = (0...bounds.count).map { _ in Counter() }
    }

    /// Counts a value in the unit of the bounds, with a search in a short array and two atomic additions.
    public func observe(_ value: Double) {
        counts[bounds.firstIndex { value <= $0 } ?? bounds.count].increment()
        total.add(value)
    }

    /// Counts a duration as a number of seconds; the bounds must be in seconds.
    public func observe(_ duration: Duration) { observe(duration / .seconds(1)) }

    /// Creates a part of the histogram for one writer, like `Counter.makeCell()`. The bounds must be in seconds.
    public func makeCell() -> HistogramCell {
        HistogramCell(bounds: bounds, counts: counts.map { $0.makeCell() }, total: cellTotal.makeCell())
    }

    /// The current counts and the current sum.
    public var reading: HistogramReading { HistogramReading(cumulativeCounts: cumulativeCounts, sum: sum) }

    /// The sum of all counted values, in the unit of the bounds.
    public var sum: Double { total.value + Double(cellTotal.value) / 1e9 }

    /// The number of values up to each bound, followed by the number of all values.
    public var cumulativeCounts: [UInt64] {
        var running: UInt64 = 0
        return counts.map { count in
            running += count.value
            return running
        }
    }
}

/// A part of a histogram in which a single writer counts durations without waiting for others.
public final class HistogramCell: Sendable {
    /// The upper bounds of the ranges, in nanoseconds.
    private let bounds: [UInt64]
    private let counts: [CounterCell]
    private let total: CounterCell

    init(bounds: [Double], counts: [CounterCell], total: CounterCell) {
        self.bounds = bounds.map { UInt64($0 * 1e9) }
        self.counts = counts
        self.total = total
    }

    /// Counts a duration, with a search in a short array and two stores.
    public func observe(nanoseconds: UInt64) {
        var index = 0
        while index < bounds.count, nanoseconds > bounds[index] { index += 1 }
        counts[index].increment()
        total.increment(by: nanoseconds)
    }
}
