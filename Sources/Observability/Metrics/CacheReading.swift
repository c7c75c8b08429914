/// What a cache has done since the start of the program and what it holds now, for its metrics.
public struct CacheReading: Sendable, Hashable {
    /// Questions that the cache answered.
    public var hits: UInt64 = 0
    /// Questions that it could not answer.
    public var misses: UInt64 = 0
    /// Values made because it had none, or an old one; fewer than misses where several wait for one.
    public var builds: UInt64 = 0
    /// Values that gave way to others for want of room.
    public var evictions: UInt64 = 0
    /// Values held now.
    public var entries = 0
    /// Their size in bytes, where the cache is bounded by it.
    public var bytes = 0

    public init() {}
}

extension MetricsRegistry {
    /// Registers what one cache does and holds.
    ///
    /// - Parameters:
    ///   - name: the label `cache`.
    ///   - hasBytes: whether the cache knows how large its values are.
    ///   - read: called when somebody looks; quick.
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
        gauge("tutti_cache_bytes", "Size of the values in a cache.", labels: ["cache": name]) { Double(read().bytes) }
    }
}
