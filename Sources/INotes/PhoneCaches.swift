import Observability

/// The counts of the caches for old phones, over all tenants and editions since the start.
final class PhoneCaches: Sendable {
    /// The responses by request target.
    let answers = CacheCounts()
    /// The documents of pieces.
    let documents = CacheCounts()
    /// The pictures and other files.
    let files = CacheCounts()
}
