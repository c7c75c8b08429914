import Observability
import Tenancy

/// A least-recently-used cache of listings, with at most one listing per tenant.
public final class FinderCache: Sendable {
    /// The maximum number of cached shows of all tenants together. Above this number, the least recently used listings are dropped.
    public static let showLimit = 200_000

    private let cache: TenantCache<WholeTenant, FinderListing>

    /// Creates an empty cache for the tenants of a database.
    ///
    /// - Parameter limit: The maximum number of cached shows of all tenants together.
    public init(of observers: TenantObservers, limit: Int = FinderCache.showLimit) {
        cache = TenantCache(
            of: observers, .byQuestion, limit: CacheLimit(of: .allTenants, size: limit),
            weigh: { CacheWeight(size: $0.shows.count) })
    }

    /// Returns the tenant's listing at a revision. Concurrent calls for the same revision share one database read. Throws the errors of `read`.
    ///
    /// - Parameters:
    ///   - revision: The current revision in the database. After a restore from a backup, this revision may be lower than the cached revision.
    ///   - read: Reads the database, including all changes committed before the call.
    func listing(
        at revision: Int64, of tenant: TenantID, _ read: @escaping @Sendable () async throws -> FinderListing
    ) async throws -> FinderListing {
        try await cache.value(of: tenant, where: { $0.revision == revision }) { _ in try await read() }
    }

    /// The cache statistics for the metrics.
    public var reading: CacheReading {
        var reading = cache.reading
        // The limit counts shows, not bytes.
        reading.bytes = 0
        return reading
    }

    /// The number of cached listings.
    var count: Int { cache.values.count }
}
