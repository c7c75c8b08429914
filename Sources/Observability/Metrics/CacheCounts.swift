/// The counters of one cache.
public struct CacheCounts: Sendable {
    public let hits = Counter()
    public let misses = Counter()
    public let builds = Counter()
    public let evictions = Counter()

    public init() {}

    /// The counts so far. The caller sets `entries` and `bytes`.
    public var reading: CacheReading {
        var reading = CacheReading()
        (reading.hits, reading.misses) = (hits.value, misses.value)
        (reading.builds, reading.evictions) = (builds.value, evictions.value)
        return reading
    }
}
