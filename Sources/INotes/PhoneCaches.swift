import Observability

/// The counts of the caches for old phones, over all tenants and editions since the start.
final class PhoneCaches: Sendable {
    /// The counts of one cache.
    struct Counts: Sendable {
        let hits = Counter()
        let misses = Counter()
        let builds = Counter()
        let evictions = Counter()

        /// The counts so far. The caller adds the current size.
        var reading: CacheReading {
            var reading = CacheReading()
            (reading.hits, reading.misses) = (hits.value, misses.value)
            (reading.builds, reading.evictions) = (builds.value, evictions.value)
            return reading
        }
    }

    /// The responses by request target.
    let answers = Counts()
    /// The documents of pieces.
    let documents = Counts()
    /// The pictures and other files.
    let files = Counts()
}
