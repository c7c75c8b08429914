/// The counts of a cache since the start of the program, and its current size, for metrics.
public struct CacheReading: Sendable, Hashable {
    /// The number of lookups that found a current value.
    public var hits: UInt64 = 0
    /// The number of lookups that found no current value.
    public var misses: UInt64 = 0
    /// The number of values computed. It may differ from `misses`, for example because several lookups wait for one value.
    public var builds: UInt64 = 0
    /// The number of values removed because the cache was full.
    public var evictions: UInt64 = 0
    /// The number of values in the cache.
    public var entries = 0
    /// The size of the values in bytes; 0 for a cache that does not count it.
    public var bytes = 0

    public init() {}
}

extension MetricsRegistry {
    /// Registers the metrics of a cache.
    ///
    /// - Parameters:
    ///   - name: the value of the label `cache`.
    ///   - hasBytes: whether the cache counts the size of its values.
    ///   - read: returns the current counts. Called once for each metric at each scrape, so it must be quick.
    public func registerCache(_ name: String, hasBytes: Bool = false, read: @escaping @Sendable () -> CacheReading) {
        let totals: [(String, String, @Sendable (CacheReading) -> UInt64)] = [
            ("tutti_cache_hits_total", "Cache hits.", { $0.hits }),
            ("tutti_cache_misses_total", "Cache misses.", { $0.misses }),
            ("tutti_cache_builds_total", "Values computed for a cache.", { $0.builds }),
            ("tutti_cache_evictions_total", "Values evicted from a cache.", { $0.evictions }),
        ]
        for (metric, help, value) in totals {
            counter(metric, help, labels: ["cache": name]) { value(read()) }
        }
        gauge("tutti_cache_entries", "Values in a cache.", labels: ["cache": name]) { Double(read().entries) }
        guard hasBytes else { return }
        gauge("tutti_cache_bytes", "Size of the values in a cache, in bytes.", labels: ["cache": name]) {
            Double(read().bytes)
        }
    }
}
