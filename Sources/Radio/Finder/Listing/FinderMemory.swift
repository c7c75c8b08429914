import Observability
import Tenancy

/// The listings that were asked for last, by tenant, and none older than the revision that it is asked for.
public final class FinderMemory: Sendable {
    /// How many shows may be kept of all tenants together; beyond that goes what was asked for longest ago.
    public static let showLimit = 200_000

    private let cache: TenantCache<WholeTenant, FinderListing>

    /// Empty, of the tenants of a database.
    public init(of observers: TenantObservers, limit: Int = FinderMemory.showLimit) {
        cache = TenantCache(
            of: observers, .byQuestion, limit: CacheLimit(of: .allTenants, size: limit),
            weigh: { CacheWeight(size: $0.shows.count) })
    }

    /// The listing of a tenant as it is at a revision, or later. However many ask at once, the database is read by one.
    ///
    /// - Parameters:
    ///   - revision: what the database says now. A database that was put back to what it was before has a lower one.
    ///   - read: reads the database; it sees all that was committed before it began.
    func listing(
        at revision: Int64, of tenant: TenantID, _ read: @escaping @Sendable () async throws -> FinderListing
    ) async throws -> FinderListing {
        try await cache.value(of: tenant, where: { $0.revision == revision }) { _ in try await read() }
    }

    /// For the metrics.
    public var reading: CacheReading {
        var reading = cache.reading
        // The limit is in shows.
        reading.bytes = 0
        return reading
    }

    /// How many tenants' listings are kept.
    var count: Int { cache.values.count }
}
