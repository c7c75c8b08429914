/// The delays from a move of the concert until devices showed it, as counts by the upper bounds of the buckets. The histograms of several servers can
/// be added.
struct DelayHistogram: Sendable, Hashable {
    /// The upper bounds of the buckets in milliseconds, rising. A delay above the last bound is not counted.
    static let bounds: [Int64] = [
        10, 20, 30, 40, 50, 75, 100, 125, 150, 200, 250, 300, 400, 500, 750, 1_000, 1_500, 2_000, 3_000, 5_000, 10_000,
        20_000, 40_000, 60_000,
    ]

    /// The number of delays by the upper bound of their bucket.
    private(set) var counts: [Int64: Int64] = [:]

    init() {}

    var count: Int64 { counts.values.reduce(0, +) }

    /// Returns the bound of the bucket of a delay; `nil` for a delay that is not counted.
    static func bound(of delay: Int64) -> Int64? { bounds.first { delay <= $0 } }

    /// Adds a number of delays to a bucket. An unknown bound, for example from a newer server, counts in the next larger bucket; a bound above the
    /// last one is ignored.
    mutating func add(_ count: Int64 = 1, at bound: Int64) {
        guard let bound = Self.bound(of: bound) else { return }
        counts[bound, default: 0] += count
    }

    /// Returns an estimate of the delay, in milliseconds, that the given share of all delays does not exceed; `nil` without delays. The share is
    /// above 0 and at most 1. O(buckets).
    func percentile(_ share: Double) -> Int64? {
        let total = count
        guard total > 0 else { return nil }
        let wanted = share * Double(total)
        var (below, lower) = (0.0, Int64(0))
        for bound in Self.bounds {
            let here = Double(counts[bound] ?? 0)
            if here > 0, below + here >= wanted {
                return lower + Int64((Double(bound - lower) * (wanted - below) / here).rounded(.up))
            }
            below += here
            lower = bound
        }
        return Self.bounds.last
    }
}
