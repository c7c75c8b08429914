/// The times for which callers waited for a connection, as a Prometheus histogram.
public struct WaitTimes: Sendable, Hashable {
    /// The upper bounds of the ranges, in seconds; a further range has no upper bound.
    public static let bounds = [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2]

    private var counts = [UInt64](repeating: 0, count: bounds.count + 1)
    /// The sum of all waits, in seconds.
    public private(set) var sum = 0.0

    public init() {}

    /// The number of waits up to each bound, followed by the number of all waits.
    public var cumulativeCounts: [UInt64] {
        var total: UInt64 = 0
        return counts.map { count in
            total += count
            return total
        }
    }

    mutating func observe(_ wait: Duration) {
        let seconds = wait.inSeconds
        sum += seconds
        counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
    }

    static func + (one: WaitTimes, other: WaitTimes) -> WaitTimes {
        var both = one
        both.sum += other.sum
        for index in both.counts.indices { both.counts[index] += other.counts[index] }
        return both
    }
}
