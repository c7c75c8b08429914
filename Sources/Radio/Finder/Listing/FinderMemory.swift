import Observability
import Synchronization
import Tenancy

/// The listings that were asked for last, by tenant, and none older than the revision that it is asked for. Confined by a
/// mutex that is held for a few instructions.
public final class FinderMemory: Sendable {
    /// How many shows may be kept of all tenants together; beyond that goes what was asked for longest ago.
    static let showLimit = 200_000

    private let limit: Int
    private let state = Mutex(State())

    private struct State {
        var known: [TenantID: (listing: FinderListing, askedAt: UInt64)] = [:]
        var readings: [TenantID: Task<FinderListing, any Error>] = [:]
        /// Counts questions, which is the clock by which a listing was asked for.
        var asked: UInt64 = 0
        var counts = CacheReading()
    }

    /// Empty, with the usual limit.
    public convenience init() { self.init(limit: Self.showLimit) }

    init(limit: Int) { self.limit = limit }

    /// The listing of a tenant as it is at a revision, or later. However many ask at once, the database is read by one.
    ///
    /// - Parameters:
    ///   - revision: what the database says now.
    ///   - read: reads the database; it sees all that was committed before it began.
    func listing(
        at revision: Int64, of tenant: TenantID, _ read: @escaping @Sendable () async throws -> FinderListing
    ) async throws -> FinderListing {
        while true {
            switch find(revision, tenant, read) {
            case .known(let listing): return listing
            case .own(let reading): return try await reading.value
            case .others(let reading):
                // One that began before this revision was committed may be of the one before.
                let listing = try await reading.value
                if listing.revision >= revision { return listing }
            }
        }
    }

    /// For the metrics.
    public var reading: CacheReading {
        state.withLock { state in
            var reading = state.counts
            reading.entries = state.known.count
            return reading
        }
    }

    /// How many tenants' listings are kept.
    var count: Int { state.withLock { $0.known.count } }

    private enum Finding {
        case known(FinderListing)
        case own(Task<FinderListing, any Error>)
        case others(Task<FinderListing, any Error>)
    }

    private func find(
        _ revision: Int64, _ tenant: TenantID, _ read: @escaping @Sendable () async throws -> FinderListing
    ) -> Finding {
        state.withLock { state in
            state.asked += 1
            if let known = state.known[tenant], known.listing.revision == revision {
                state.known[tenant]?.askedAt = state.asked
                state.counts.hits += 1
                return .known(known.listing)
            }
            state.counts.misses += 1
            if let reading = state.readings[tenant] { return .others(reading) }
            state.counts.builds += 1
            let reading = Task {
                let result: Result<FinderListing, any Error>
                do { result = .success(try await read()) } catch { result = .failure(error) }
                self.state.withLock { state in
                    state.readings[tenant] = nil
                    if case .success(let listing) = result { keep(listing, of: tenant, &state) }
                }
                return try result.get()
            }
            state.readings[tenant] = reading
            return .own(reading)
        }
    }

    private func keep(_ listing: FinderListing, of tenant: TenantID, _ state: inout State) {
        state.known[tenant] = (listing, state.asked)
        var shows = state.known.values.reduce(0) { $0 + $1.listing.shows.count }
        while shows > limit, state.known.count > 1,
            let oldest = state.known.filter({ $0.key != tenant }).min(by: { $0.value.askedAt < $1.value.askedAt })
        {
            shows -= oldest.value.listing.shows.count
            state.known[oldest.key] = nil
            state.counts.evictions += 1
        }
    }
}
