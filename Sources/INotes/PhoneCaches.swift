import Observability

/// The counts of the caches for old phones, over all tenants and editions since the server's start.
final class PhoneCaches: Sendable {
    /// The hits, misses, builds and evictions of the cache of responses, whose key is the request target.
    let answers = CacheCounts()
    /// The hits, misses, builds and evictions of the cache of documents of pieces.
    let documents = CacheCounts()
    /// The hits, misses, builds and evictions of the cache of pictures and other files.
    let files = CacheCounts()
}
