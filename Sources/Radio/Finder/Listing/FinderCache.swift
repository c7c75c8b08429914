import Observability
import Tenancy

/// A least-recently-used cache of listings, with at most one listing per tenant.
public final class FinderCache: Sendable {
    /// The maximum number of cached shows of all tenants together.
    public static let showLimit = 200_000

    private let cache: TenantCache<WholeTenant, FinderListing>

    /// Creates an empty cache of at most `limit` shows of all tenants together.
    public init(of observers: TenantObservers, limit: Int = FinderCache.showLimit) {
        cache = TenantCache(
            of: observers, .byQuestion, limit: CacheLimit(of: .allTenants, size: limit),
            weigh: { CacheWeight(size: $0.shows.count) })
    }

    /// Returns the tenant's listing at a revision. Concurrent calls for the same revision share one call of `read`.
    ///
    /// A cached listing with a higher revision is not returned, because a restore from a backup can lower the revision.
    func listing(
        at revision: Int64, of tenant: TenantID, _ read: @escaping @Sendable () async throws -> FinderListing
    ) async throws -> FinderListing {
        try await cache.value(of: tenant, where: { $0.revision == revision }) { _ in try await read() }
    }

    public var reading: CacheReading {
        var reading = cache.reading
        // The limit counts shows, not bytes.
        reading.bytes = 0
        return reading
    }

    var count: Int { cache.values.count }
}
