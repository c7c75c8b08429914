import Postgres
import Tenancy
import Web

/// Reads the Show Finder from the tables that `FinderIndex` keeps; nothing here writes.
///
/// What is shown is decided by the instant of the question: a show's windows and the start of its last airing say whether it
/// has anything then. Cost: the tenant's listed shows, by index alone; episodes and airings are counted for the shows of
/// the page only.
///
/// The statements over all of a tenant's shows look into sets (`in (select …)` beside `or` or under `is true`, which PostgreSQL
/// answers by a hash table and does not turn into a join): of rows that depend on the clock and on the tenant the planner of a general
/// plan expects a few, and would look thousands of them up one by one.
public struct FinderStore: Sendable {
    private let database: TenantDatabase

    public init(database: TenantDatabase) { self.database = database }

    /// A page of the list and its rail.
    ///
    /// - Throws: 404 for a channel or category that is not there for the public.
    public func page(_ query: FinderQuery, at now: Instant, in tenant: TenantID) async throws -> FinderPage {
        let row = try await list(query, at: now, in: tenant)
        let (keys, counts): ([String], [Int64]) = (try row("keys"), try row("counts"))
        var rail: [FinderPage.Letter] = []
        var offset = 0
        for (key, count) in zip(keys, counts) {
            rail.append(FinderPage.Letter(key: key, offset: offset, count: Int(count)))
            offset += Int(count)
        }
        let ids: [Int64] = try row("shows")
        let shows: [FinderEntry] =
            ids.isEmpty ? [] : try await database.all(in: tenant, entries(ids, at: now, in: tenant))
        return FinderPage(shows: shows, rail: rail, total: offset)
    }

    private func list(_ query: FinderQuery, at now: Instant, in tenant: TenantID) async throws -> Row {
        switch query.organiser {
        case .all:
            return try await database.rows(in: tenant, all(query, at: now, in: tenant))[0]
        case .featured:
            return try await database.rows(in: tenant, chosen(query, nil, nil, at: now, in: tenant))[0]
        case .channel(let id):
            let row = try await database.rows(in: tenant, chosen(query, id, nil, at: now, in: tenant))[0]
            guard try row("has_channel") else { throw APIError.unknownChannel }
            return row
        case .category(let id):
            let row = try await database.rows(in: tenant, chosen(query, nil, id, at: now, in: tenant))[0]
            guard try row("has_category") else { throw APIError.unknownCategory }
            return row
        }
    }

    /// The rail and the page's keys among all listed shows.
    func all(_ query: FinderQuery, at now: Instant, in tenant: TenantID) -> SQL {
        """
        with shown as materialized (
            select f.show_id, f.rail, f.rank
              from app.finder_show f
             where f.tenant_id = \(tenant)
               and f.is_listed
               and ((\(query.filter.countsFuture) and f.last_airing > \(now.date))
                    or (\(query.filter.countsOnDemand)
                        and f.show_id in (select w.show_id
                                            from app.finder_window w
                                           where w.tenant_id = \(tenant)
                                             and w.opens_at <= \(now.date)
                                             and w.closes_at > \(now.date))))
        ), letters as (
            select rail, count(*) as shows, min(rank) as first
              from shown
             group by rail
        )
        select array(select rail from letters order by first) as keys,
               array(select shows from letters order by first) as counts,
               array(select show_id from shown order by rank, show_id limit \(query.limit) offset \(query.offset)) as shows
        """
    }

    /// The same among the featured shows, or those of one channel or category.
    ///
    /// They are an array to what follows: of a join the planner expects what the three together may have, and reads all shows.
    func chosen(
        _ query: FinderQuery, _ channel: Channel.ID?, _ category: Category.ID?, at now: Instant, in tenant: TenantID
    ) -> SQL {
        """
        with chosen as materialized (
            select s.show_id
              from app.featured_show s
             where s.tenant_id = \(tenant)
               and \(query.organiser == .featured)
               and (s.expires_at is null or s.expires_at > \(now.date))
             union
            select s.show_id
              from app.show_channel s
             where s.tenant_id = \(tenant)
               and s.channel_id = \(channel?.rawValue)
             union
            select s.show_id
              from app.channel_category g
              join app.channel c on c.tenant_id = g.tenant_id and c.channel_id = g.channel_id and c.active
              join app.show_channel s on s.tenant_id = g.tenant_id and s.channel_id = g.channel_id
             where g.tenant_id = \(tenant)
               and g.category_id = \(category?.rawValue)
        ), shown as materialized (
            select f.show_id, f.rail, f.rank
              from app.finder_show f
              left join app.finder_window w
                on w.tenant_id = \(tenant) and w.show_id = f.show_id
               and w.opens_at <= \(now.date) and w.closes_at > \(now.date)
             where f.tenant_id = \(tenant)
               and f.show_id = any (array(select show_id from chosen))
               and f.is_listed
               and ((\(query.filter.countsOnDemand) and w.show_id is not null)
                    or (\(query.filter.countsFuture) and f.last_airing > \(now.date)))
        ), letters as (
            select rail, count(*) as shows, min(rank) as first
              from shown
             group by rail
        )
        select array(select rail from letters order by first) as keys,
               array(select shows from letters order by first) as counts,
               array(select show_id from shown order by rank, show_id limit \(query.limit) offset \(query.offset)) as shows,
               exists (select from app.channel
                        where tenant_id = \(tenant) and channel_id = \(channel?.rawValue) and active) as has_channel,
               exists (select from app.category
                        where tenant_id = \(tenant) and category_id = \(category?.rawValue)) as has_category
        """
    }

    /// What is told of the shows of a page, in the order of their keys.
    func entries(_ shows: [Int64], at now: Instant, in tenant: TenantID) -> SQL {
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
                   and b.channel_id in (select channel_id from app.channel
                                         where tenant_id = \(tenant) and active)) as future,
               coalesce(c.channels, '{}') as channels, coalesce(c.slugs, '{}') as slugs, coalesce(c.names, '{}') as names
          from unnest(\(shows)) with ordinality as p (show_id, place)
          join app.show s on s.tenant_id = \(tenant) and s.show_id = p.show_id
          left join app.art a on a.tenant_id = \(tenant) and a.art_id = s.art_id
          left join lateral (select i.url, i.position
                               from app.art_image i
                              where i.tenant_id = \(tenant) and i.art_id = s.art_id
                              order by i.position
                              limit 1) i on true
         cross join lateral (select array_agg(c.channel_id order by h.position, c.channel_id) as channels,
                                    array_agg(c.slug order by h.position, c.channel_id) as slugs,
                                    array_agg(c.name order by h.position, c.channel_id) as names
                               from app.show_channel h
                               join app.channel c on c.tenant_id = \(tenant) and c.channel_id = h.channel_id
                              where h.tenant_id = \(tenant) and h.show_id = s.show_id and c.active) c
         order by p.place
        """
    }

    /// The active channels that hold shows, by number, then name.
    public func channels(
        _ filter: FinderFilter, at now: Instant, in tenant: TenantID
    ) async throws(PostgresError) -> [FinderChannel] {
        try await database.all(in: tenant, channelCounts(filter, at: now, in: tenant))
    }

    func channelCounts(_ filter: FinderFilter, at now: Instant, in tenant: TenantID) -> SQL {
        """
        select c.channel_id, c.slug, c.name, c.number, a.art_id, a.alt as art_alt, n.shows,
               i.url as art_url, i.position as art_position
          from (select h.channel_id, count(*) as shows
                  from app.show_channel h
                 where h.tenant_id = \(tenant)
                   and (h.show_id in (
                       select f.show_id
                         from app.finder_show f
                        where f.tenant_id = \(tenant)
                          and f.is_listed
                          and ((\(filter.countsFuture) and f.last_airing > \(now.date))
                               or (\(filter.countsOnDemand)
                                   and f.show_id in (select w.show_id
                                                       from app.finder_window w
                                                      where w.tenant_id = \(tenant)
                                                        and w.opens_at <= \(now.date)
                                                        and w.closes_at > \(now.date)))))) is true
                 group by h.channel_id) n
          join app.channel c on c.tenant_id = \(tenant) and c.channel_id = n.channel_id
          left join app.art a on a.tenant_id = \(tenant) and a.art_id = c.art_id
          left join lateral (select i.url, i.position
                               from app.art_image i
                              where i.tenant_id = \(tenant) and i.art_id = c.art_id
                              order by i.position
                              limit 1) i on true
         where c.active
         order by c.number nulls last, c.name, c.channel_id
        """
    }

    /// The categories whose active channels hold shows, in the order of the line-up; a show on several of them counts once.
    public func categories(
        _ filter: FinderFilter, at now: Instant, in tenant: TenantID
    ) async throws(PostgresError) -> [FinderCategory] {
        try await database.all(in: tenant, categoryCounts(filter, at: now, in: tenant))
    }

    func categoryCounts(_ filter: FinderFilter, at now: Instant, in tenant: TenantID) -> SQL {
        """
        select k.category_id, k.name, n.shows
          from (select p.category_id, count(*) as shows
                  from (select distinct g.category_id, h.show_id
                          from app.channel_category g
                          join app.show_channel h on h.tenant_id = \(tenant) and h.channel_id = g.channel_id
                         where g.tenant_id = \(tenant)
                           and (g.channel_id in (select c.channel_id
                                                   from app.channel c
                                                  where c.tenant_id = \(tenant)
                                                    and c.active)) is true
                           and (h.show_id in (
                               select f.show_id
                                 from app.finder_show f
                                where f.tenant_id = \(tenant)
                                  and f.is_listed
                                  and ((\(filter.countsFuture) and f.last_airing > \(now.date))
                                       or (\(filter.countsOnDemand)
                                           and f.show_id in (select w.show_id
                                                               from app.finder_window w
                                                              where w.tenant_id = \(tenant)
                                                                and w.opens_at <= \(now.date)
                                                                and w.closes_at > \(now.date)))))) is true) p
                 group by p.category_id) n
          join app.category k on k.tenant_id = \(tenant) and k.category_id = n.category_id
         order by k.rank, k.name, k.category_id
        """
    }
}
