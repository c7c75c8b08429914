import Observability
import Tenancy

/// A cache of the most recently used listings. It holds one listing per tenant, together with the listing's revision.
public final class FinderCache: Sendable {
    /// The largest number of shows kept for all tenants together. Above this number the least recently used listings
    /// are dropped.
    public static let showLimit = 200_000

    private let cache: TenantCache<WholeTenant, FinderListing>

    /// Creates an empty cache for the tenants of a database.
    public init(of observers: TenantObservers, limit: Int = FinderCache.showLimit) {
        cache = TenantCache(
            of: observers, .byQuestion, limit: CacheLimit(of: .allTenants, size: limit),
            weigh: { CacheWeight(size: $0.shows.count) })
    }

    /// Returns the tenant's listing at this revision. Concurrent callers for one revision share one read of the
    /// database.
    /// - Parameters:
    ///   - revision: the current revision in the database. The revision may be lower than the cached one if the
    ///     database was restored from a backup.
    ///   - read: reads the database. The read sees all changes committed before it begins.
    func listing(
        at revision: Int64, of tenant: TenantID, _ read: @escaping @Sendable () async throws -> FinderListing
    ) async throws -> FinderListing {
        try await cache.value(of: tenant, where: { $0.revision == revision }) { _ in try await read() }
    }

    /// The figures of the cache for the metrics.
    public var reading: CacheReading {
        var reading = cache.reading
        // The limit counts shows, not bytes.
        reading.bytes = 0
        return reading
    }

    /// The number of cached listings.
    var count: Int { cache.values.count }
}
