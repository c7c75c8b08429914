import FoundationEssentials
import Postgres
import Tenancy

/// A store that reads the complete listing of the Show Finder.
struct FinderListingStore: Sendable {
    private let database: TenantDatabase

    init(database: TenantDatabase) { self.database = database }

    /// Returns the current revision of the listing, or 0 before the first change.
    func revision(in tenant: TenantID) async throws(PostgresError) -> Int64 {
        let row = try await database.rows(in: tenant, Self.revision(tenant)).first
        return try row?("listing") ?? 0
    }

    /// Returns the complete listing in one round trip. O(n) for n shows and their channels and windows.
    func listing(in tenant: TenantID) async throws -> FinderListing {
        let tables = try await database.batch(in: tenant, Self.statements(tenant), idempotent: true)
        var shows: [FinderListing.Entry] = []
        for row in tables[1] {
            let id = Show.ID(rawValue: try row("show_id"))
            // A show has one row per window, or one row without windows.
            if shows.last?.id != id {
                shows.append(
                    FinderListing.Entry(
                        id: id, letter: try row("rail"), lastAiring: try row.microseconds("last_airing") ?? .min,
                        windows: []))
            }
            guard try row("has_window") else { continue }
            let (start, end) = (try row.microseconds("opens_at") ?? .min, try row.microseconds("closes_at") ?? .max)
            if start < end { shows[shows.count - 1].windows.append(start..<end) }
        }
        return FinderListing(
            revision: try tables[0].first?("listing") ?? 0, shows: shows,
            channels: try tables[2].map(FinderChannel.init(row:)),
            inactive: try tables[7].map { Channel.ID(rawValue: try $0("channel_id")) },
            categories: try tables[3].map(FinderCategory.init(row:)),
            channelShows: try tables[4].map {
                (Channel.ID(rawValue: try $0("channel_id")), Show.ID(rawValue: try $0("show_id")))
            },
            memberships: try tables[5].map {
                (Channel.ID(rawValue: try $0("channel_id")), Category.ID(rawValue: try $0("category_id")))
            },
            featured: try tables[6].map {
                (Show.ID(rawValue: try $0("show_id")), try $0.microseconds("expires_at"))
            })
    }

    static func revision(_ tenant: TenantID) -> SQL {
        """
        select listing
          from app.radio_revision
         where tenant_id = \(tenant)
        """
    }

    /// Returns the statements that read the listing. The revision is read first, so a change in between makes the listing appear outdated, never too
    /// new.
    static func statements(_ tenant: TenantID) -> [SQL] {
        [
            revision(tenant), shows(tenant), channels(tenant),
            """
            select category_id, name, 0 as shows
              from app.category
             where tenant_id = \(tenant)
             order by rank, name, category_id
            """,
            """
            select channel_id, show_id
              from app.show_channel
             where tenant_id = \(tenant)
             order by position, channel_id
            """,
            """
            select channel_id, category_id
              from app.channel_category
             where tenant_id = \(tenant)
            """,
            """
            select show_id, expires_at
              from app.featured_show
             where tenant_id = \(tenant)
            """,
            """
            select channel_id
              from app.channel
             where tenant_id = \(tenant)
               and not active
            """,
        ]
    }

    private static func shows(_ tenant: TenantID) -> SQL {
        """
        select f.show_id, f.rail, nullif(f.last_airing, '-infinity') as last_airing, w.show_id is not null as has_window,
               nullif(w.opens_at, '-infinity') as opens_at, nullif(w.closes_at, 'infinity') as closes_at
          from app.finder_show f
          left join app.finder_window w on w.tenant_id = \(tenant) and w.show_id = f.show_id
         where f.tenant_id = \(tenant)
           and f.is_listed
         order by f.rank, f.show_id
        """
    }

    private static func channels(_ tenant: TenantID) -> SQL {
        """
        select c.channel_id, c.slug, c.name, c.number, a.art_id, a.alt as art_alt, 0 as shows,
               i.url as art_url, i.position as art_position
          from app.channel c
          left join app.art a on a.tenant_id = \(tenant) and a.art_id = c.art_id
          left join lateral (select i.url, i.position
                               from app.art_image i
                              where i.tenant_id = \(tenant) and i.art_id = c.art_id
                              order by i.position
                              limit 1) i on true
         where c.tenant_id = \(tenant)
           and c.active
         order by c.number nulls last, c.name, c.channel_id
        """
    }
}

extension Row {
    /// Returns a timestamp in microseconds since 1970; `nil` for null. An integer is exact, whereas a `Date` is a rounded fraction.
    fileprivate func microseconds(_ column: String) throws(PostgresError) -> Int64? {
        try optional(column, as: Date.self).map { date in
            Int64((date.timeIntervalSinceReferenceDate * 1_000_000).rounded())
                + Int64(Date.timeIntervalBetween1970AndReferenceDate) * 1_000_000
        }
    }
}
