/// The counters of one cache, which start at 0.
public struct CacheCounts: Sendable {
    public let hits = Counter()
    public let misses = Counter()
    public let builds = Counter()
    public let evictions = Counter()

    public init() {}

    /// The counts so far, with `entries` and `bytes` 0. The caller sets these two values.
    public var reading: CacheReading {
        var reading = CacheReading()
        (reading.hits, reading.misses) = (hits.value, misses.value)
        (reading.builds, reading.evictions) = (builds.value, evictions.value)
        return reading
    }
}
