/// The counts of a cache since the start.
public struct CacheCounts: Sendable {
    public let hits = Counter()
    public let misses = Counter()
    public let builds = Counter()
    public let evictions = Counter()

    public init() {}

    /// The counts so far. The caller adds the current size.
    public var reading: CacheReading {
        var reading = CacheReading()
        (reading.hits, reading.misses) = (hits.value, misses.value)
        (reading.builds, reading.evictions) = (builds.value, evictions.value)
        return reading
    }
}
