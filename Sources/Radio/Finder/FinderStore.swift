import Postgres
import Tenancy
import Web

/// The Show Finder, which reads the tables that `FinderIndex` writes.
///
/// A `FinderListing` in memory has all listed shows of a tenant. For a page, only the listing's revision and the details of the shows on the page are
/// read from the database.
public struct FinderStore: Sendable {
    private let database: TenantDatabase
    private let listings: FinderListingStore
    private let cache: FinderCache

    /// Creates a store, with its own cache of listings if `cache` is `nil`.
    public init(database: TenantDatabase, cache: FinderCache? = nil) {
        self.database = database
        self.cache = cache ?? FinderCache(of: database.observers)
        listings = FinderListingStore(database: database)
    }

    /// Returns a page of the list of shows with the alphabetic index of the whole list. Throws `APIError` 404 if the channel is unknown or inactive,
    /// or the category unknown.
    public func page(_ query: FinderQuery, at now: Instant, in tenant: TenantID) async throws -> FinderPage {
        let listing = try await listing(in: tenant)
        guard let part = listing.part(query, at: now) else {
            if case .channel = query.organiser { throw APIError.unknownChannel }
            throw APIError.unknownCategory
        }
        guard !part.shows.isEmpty else { return FinderPage(shows: [], rail: part.rail, total: part.total) }
        let rows = try await database.rows(
            in: tenant, entries(part.shows.map(\.rawValue), without: listing.inactive, at: now, in: tenant))
        let shows = try rows.map { row in
            try FinderEntry(row: row, channels: listing.channels(of: Show.ID(rawValue: try row("show_id"))))
        }
        return FinderPage(shows: shows, rail: part.rail, total: part.total)
    }

    private func listing(in tenant: TenantID) async throws -> FinderListing {
        try await cache.listing(at: try await listings.revision(in: tenant), of: tenant) { [listings] in
            try await listings.listing(in: tenant)
        }
    }

    /// Returns the statement for the details of the shows on a page, in the order of `shows`. Airings on `inactive` channels do not count.
    func entries(
        _ shows: [Int64], without inactive: [Channel.ID], at now: Instant, in tenant: TenantID
    ) -> SQL {
        """
        select s.show_id, s.title, s.summary, a.art_id, a.alt as art_alt,
               i.url as art_url, i.position as art_position,
               (select count(*)
                  from app.finder_episode e
                 where e.tenant_id = \(tenant) and e.show_id = s.show_id
                   and e.opens_at <= \(now.date) and e.closes_at > \(now.date)) as on_demand,
               (select count(*)
                  from app.airing b
                 where b.tenant_id = \(tenant) and b.show_id = s.show_id and not b.is_cancelled
                   and b.starts_at > \(now.date)
                   and (b.channel_id in (select unnest(\(inactive.map(\.rawValue))))) is not true) as future
          from unnest(\(shows)) with ordinality as p (show_id, place)
          join app.show s on s.tenant_id = \(tenant) and s.show_id = p.show_id
          left join app.art a on a.tenant_id = \(tenant) and a.art_id = s.art_id
          left join lateral (select i.url, i.position
                               from app.art_image i
                              where i.tenant_id = \(tenant) and i.art_id = s.art_id
                              order by i.position
                              limit 1) i on true
         order by p.place
        """
    }

    /// Returns the active channels that have shows matching the filter, by number, then name. Channels without a number come last.
    public func channels(_ filter: FinderFilter, at now: Instant, in tenant: TenantID) async throws -> [FinderChannel] {
        try await listing(in: tenant).channels(filter, at: now)
    }

    /// Returns the categories that have shows matching the filter, in editorial order. A show on several channels of a category counts once.
    public func categories(
        _ filter: FinderFilter, at now: Instant, in tenant: TenantID
    ) async throws -> [FinderCategory] {
        try await listing(in: tenant).categories(filter, at: now)
    }
}
