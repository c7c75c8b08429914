import Testing
import Web

@testable import Radio

/// Rules that the oracle's random catalogues seldom exercise; `FinderOracleTests` covers the others.
struct FinderListingTests {
    private static func show(_ id: Int64, _ letter: String, last: Int64 = .min, _ windows: Range<Int64>...)
        -> FinderListing.Entry
    {
        FinderListing.Entry(id: Show.ID(rawValue: id), letter: letter, lastAiring: last, windows: windows)
    }

    private static func channel(_ id: Int64) -> FinderChannel {
        FinderChannel(id: Channel.ID(rawValue: id), slug: "c\(id)", name: "C", number: nil, art: nil, showCount: 0)
    }

    private static func category(_ id: Int64) -> FinderCategory {
        FinderCategory(id: Category.ID(rawValue: id), name: "K", showCount: 0)
    }

    private static func listing(
        _ shows: [FinderListing.Entry], channelShows: [(Int64, Int64)] = [], memberships: [(Int64, Int64)] = [],
        featured: [(Int64, Int64?)] = []
    ) -> FinderListing {
        FinderListing(
            revision: 1, shows: shows, channels: [channel(1), channel(2)], categories: [category(1)],
            channelShows: channelShows.map { (Channel.ID(rawValue: $0.0), Show.ID(rawValue: $0.1)) },
            memberships: memberships.map { (Channel.ID(rawValue: $0.0), Category.ID(rawValue: $0.1)) },
            featured: featured.map { (Show.ID(rawValue: $0.0), $0.1) })
    }

    private static func ids(_ part: FinderListing.Part?) -> [Int64]? { part?.shows.map(\.rawValue) }

    @Test func anAvailabilityWindowIncludesItsStartButNotItsEnd() {
        let listing = Self.listing([Self.show(1, "A", 1500..<3000)])
        let query = FinderQuery(filter: .onDemand)
        for (milliseconds, expected) in [(1, []), (2, [1]), (3, []), (4, [])] as [(Int64, [Int64])] {
            #expect(Self.ids(listing.part(query, at: Instant(milliseconds: milliseconds))) == expected)
        }
    }

    @Test func anAiringThatBeginsNowIsNotUpcoming() {
        let listing = Self.listing([Self.show(1, "A", last: 2000)])
        #expect(Self.ids(listing.part(FinderQuery(filter: .future), at: Instant(milliseconds: 1))) == [1])
        #expect(Self.ids(listing.part(FinderQuery(filter: .future), at: Instant(milliseconds: 2))) == [])
    }

    /// Spec R39.
    @Test func aPageHasTheLettersOfTheWholeList() {
        let listing = Self.listing(
            [("#", 1), ("A", 2), ("A", 3), ("B", 4)].map { Self.show($1, $0, 0..<Int64.max) })
        let part = listing.part(FinderQuery(offset: 2, limit: 1), at: Instant(milliseconds: 1))
        #expect(Self.ids(part) == [3])
        #expect(part?.rail.map { "\($0.key) \($0.offset) \($0.count)" } == ["# 0 1", "A 1 2", "B 3 1"])
        #expect(part?.total == 4)
        #expect(Self.ids(listing.part(FinderQuery(offset: 9), at: Instant(milliseconds: 1))) == [])
    }

    @Test func onlyAnUnknownChannelOrCategoryHasNoList() {
        let listing = Self.listing([Self.show(1, "A", 0..<Int64.max)], channelShows: [(1, 1), (1, 99), (99, 1)])
        let now = Instant(milliseconds: 1)
        func ask(_ organiser: FinderOrganiser) -> [Int64]? {
            Self.ids(listing.part(FinderQuery(organiser: organiser), at: now))
        }
        #expect(ask(.channel(Channel.ID(rawValue: 1))) == [1])
        #expect(ask(.channel(Channel.ID(rawValue: 2))) == [])
        #expect(ask(.channel(Channel.ID(rawValue: 99))) == nil)
        #expect(ask(.category(Category.ID(rawValue: 1))) == [])
        #expect(ask(.category(Category.ID(rawValue: 99))) == nil)
        #expect(listing.channels(.all, at: now).map(\.id.rawValue) == [1])
        #expect(listing.categories(.all, at: now).isEmpty)
    }

    @Test func aShowOnTwoChannelsOfACategoryCountsOnce() {
        let listing = Self.listing(
            [Self.show(1, "A", 0..<Int64.max), Self.show(2, "B", 0..<Int64.max)],
            channelShows: [(2, 2), (2, 1), (1, 1)], memberships: [(1, 1), (2, 1)])
        let now = Instant(milliseconds: 1)
        #expect(listing.categories(.onDemand, at: now).map(\.showCount) == [2])
        #expect(listing.channels(.onDemand, at: now).map(\.showCount) == [1, 2])
        let query = FinderQuery(organiser: .category(Category.ID(rawValue: 1)))
        #expect(Self.ids(listing.part(query, at: now)) == [1, 2])
    }

    @Test func aFeaturedShowIsListedUntilItExpires() {
        let listing = Self.listing(
            [Self.show(1, "A", 0..<Int64.max), Self.show(2, "B", 0..<Int64.max)], featured: [(2, nil), (1, 2000)])
        let query = FinderQuery(organiser: .featured)
        #expect(Self.ids(listing.part(query, at: Instant(milliseconds: 1))) == [1, 2])
        #expect(Self.ids(listing.part(query, at: Instant(milliseconds: 2))) == [2])
    }
}
