/// How long callers waited for a connection, as a histogram of Prometheus counts it.
public struct WaitTimes: Sendable, Hashable {
    /// The upper ends of the ranges, in seconds; above the last there is one more.
    public static let bounds = [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2]

    /// For each bound how many waits were not above it, and last how many there were.
    public private(set) var cumulativeCounts = [UInt64](repeating: 0, count: bounds.count + 1)
    /// All waits together, in seconds.
    public private(set) var sum = 0.0

    public init() {}

    mutating func observe(_ wait: Duration) {
        let seconds = wait.inSeconds
        sum += seconds
        for index in cumulativeCounts.indices where index == Self.bounds.count || seconds <= Self.bounds[index] {
            cumulativeCounts[index] += 1
        }
    }

    static func + (one: WaitTimes, other: WaitTimes) -> WaitTimes {
        var both = one
        both.sum += other.sum
        for index in both.cumulativeCounts.indices { both.cumulativeCounts[index] += other.cumulativeCounts[index] }
        return both
    }
}
