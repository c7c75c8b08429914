import Synchronization
import Tenancy
import Testing

@testable import Radio

struct FinderCacheTests {
    private static let (here, there) = (TenantID(rawValue: 1), TenantID(rawValue: 2))

    private static func listing(_ revision: Int64, shows: Int = 1) -> FinderListing {
        FinderListing(
            revision: revision,
            shows: (0..<shows).map {
                FinderListing.Entry(id: Show.ID(rawValue: Int64($0)), letter: "A", lastAiring: .min, windows: [])
            }, channels: [], categories: [], channelShows: [], memberships: [], featured: [])
    }

    /// Stands in for the database: returns the revision that a test sets, and counts reads.
    private final class ListingSource: Sendable {
        let state = Mutex((revision: Int64(1), readings: 0))

        func read() -> FinderListing {
            state.withLock { state in
                state.readings += 1
                return FinderCacheTests.listing(state.revision)
            }
        }

        var readings: Int { state.withLock { $0.readings } }
    }

    @Test func aFinderListingIsReadOncePerRevision() async throws {
        let (cache, source) = (FinderCache(of: TenantObservers()), ListingSource())
        // A restored database has a lower revision.
        for (revision, readings) in [(5, 1), (5, 1), (6, 2), (6, 2), (4, 3)] as [(Int64, Int)] {
            source.state.withLock { $0.revision = revision }
            let listing = try await cache.listing(at: revision, of: Self.here) { source.read() }
            #expect(listing.revision == revision)
            #expect(source.readings == readings)
        }
    }

    @Test func eachTenantHasItsOwnCachedFinderListing() async throws {
        let cache = FinderCache(of: TenantObservers())
        _ = try await cache.listing(at: 1, of: Self.here) { Self.listing(1, shows: 3) }
        let other = try await cache.listing(at: 1, of: Self.there) { Self.listing(1, shows: 2) }
        #expect(other.shows.count == 2)
        let mine = try await cache.listing(at: 1, of: Self.here) { Self.listing(1, shows: 9) }
        #expect(mine.shows.count == 3)
    }

    @Test func aNewerListingRequestedDuringAReadIsReadOnce() async throws {
        let cache = FinderCache(of: TenantObservers())
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        let first = Task {
            try await cache.listing(at: 1, of: Self.here) {
                begin.yield()
                for await _ in released { break }
                return Self.listing(1)
            }
        }
        for await _ in begun { break }
        let source = ListingSource()
        source.state.withLock { $0.revision = 2 }
        let others = (0..<5).map { _ in
            Task { try await cache.listing(at: 2, of: Self.here) { source.read() } }
        }
        release.yield()
        #expect(try await first.value.revision == 1)
        for other in others { #expect(try await other.value.revision == 2) }
        #expect(source.readings == 1)
    }

    @Test func aFailedReadOfAListingIsRepeatedByTheNextRequest() async throws {
        struct Unavailable: Error {}
        let cache = FinderCache(of: TenantObservers())
        await #expect(throws: Unavailable.self) {
            try await cache.listing(at: 1, of: Self.here) { throw Unavailable() }
        }
        #expect(try await cache.listing(at: 1, of: Self.here) { Self.listing(1) }.revision == 1)
    }

    @Test func theLeastRecentlyUsedFinderListingIsDroppedBeyondTheLimit() async throws {
        let (cache, source) = (FinderCache(of: TenantObservers(), limit: 10), ListingSource())
        func ask(_ tenant: Int32) async throws {
            _ = try await cache.listing(at: 1, of: TenantID(rawValue: tenant)) {
                _ = source.read()
                return Self.listing(1, shows: 4)
            }
        }
        for tenant in [1, 2, 1, 3] as [Int32] { try await ask(tenant) }
        #expect(cache.count == 2)
        #expect(source.readings == 3)
        try await ask(1)
        #expect(source.readings == 3)
        try await ask(2)
        #expect(source.readings == 4)
        // A listing larger than the limit is kept alone.
        _ = try await cache.listing(at: 1, of: TenantID(rawValue: 9)) { Self.listing(1, shows: 40) }
        #expect(cache.count == 1)
    }
}
