import Observability

/// What the caches of old phones' content have done, over all tenants and all editions since the start.
final class PhoneCaches: Sendable {
    /// Of one cache.
    struct Counts: Sendable {
        let hits = Counter()
        let misses = Counter()
        let builds = Counter()
        let evictions = Counter()

        /// What was done so far; what is held is for the caller to fill in.
        var reading: CacheReading {
            var reading = CacheReading()
            (reading.hits, reading.misses) = (hits.value, misses.value)
            (reading.builds, reading.evictions) = (builds.value, evictions.value)
            return reading
        }
    }

    /// Complete answers, found by the bytes of the request target.
    let answers = Counts()
    /// The pieces' documents.
    let documents = Counts()
    /// Pictures and other files.
    let files = Counts()
}
