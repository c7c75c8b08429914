import Observability

/// The counts of the caches for old phones, over all tenants and editions since the start.
final class PhoneCaches: Sendable {
    /// The counts of the stored responses, whose key is the request target.
    let answers = CacheCounts()
    /// The counts of the cached documents of pieces.
    let documents = CacheCounts()
    /// The counts of the cached pictures and other files.
    let files = CacheCounts()
}
