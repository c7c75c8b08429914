import Postgres
import Tenancy

/// The index of shows: their places in the alphabetical list, on-demand windows and last airings.
struct FinderShows: Sendable {
    let tenant: TenantID
    let transaction: Transaction

    /// The result of processing a portion of shows.
    struct Outcome {
        /// Whether any listed show of the tenant has no rank.
        var isMoved: Bool
        /// Whether data of the Show Finder's listing was written.
        var isListedOtherwise: Bool
    }

    func update(_ shows: [Int64], locale: String) async throws -> Outcome {
        var outcome = try await place(shows, locale)
        let written = try await transaction.batch([lastAirings(shows), episodes(shows), windows(shows)])
        if !written[0].isEmpty || !written[2].isEmpty { outcome.isListedOtherwise = true }
        return outcome
    }

    private func place(_ shows: [Int64], _ locale: String) async throws -> Outcome {
        let rows = try await transaction.rows(
            """
            select show_id, title, active and not is_placeholder as is_listed
              from app.show
             where tenant_id = \(tenant)
               and show_id = any (\(shows))
            """)
        let keys = try rows.map { AlphabeticIndexKey(try $0("title"), locale: locale) }
        let written = try await transaction.rows(
            """
            insert into app.finder_show as f (tenant_id, show_id, is_listed, sort_key, rail)
            select \(tenant), n.*
              from unnest(\(try rows.map { try $0("show_id", as: Int64.self) }),
                          \(try rows.map { try $0("is_listed", as: Bool.self) }), \(keys.map(\.sortKey)),
                          \(keys.map(\.letter))) as n (show_id, is_listed, sort_key, rail)
                on conflict (tenant_id, show_id) do update
               set is_listed = excluded.is_listed, sort_key = excluded.sort_key, rail = excluded.rail, rank = null
             where (f.is_listed, f.sort_key, f.rail) is distinct from (excluded.is_listed, excluded.sort_key, excluded.rail)
            returning f.show_id
            """)
        let unplaced = try await transaction.rows(
            """
            select from app.finder_show
             where tenant_id = \(tenant)
               and is_listed
               and rank is null
             limit 1
            """)
        return Outcome(isMoved: !unplaced.isEmpty, isListedOtherwise: !written.isEmpty)
    }

    private func lastAirings(_ shows: [Int64]) -> SQL {
        """
        update app.finder_show f
           set last_airing = n.at
          from (select s.show_id,
                       coalesce((select a.starts_at
                                   from app.airing a
                                   join app.channel c on c.tenant_id = a.tenant_id and c.channel_id = a.channel_id
                                  where a.tenant_id = \(tenant)
                                    and a.show_id = s.show_id
                                    and not a.is_cancelled
                                    and c.active
                                  order by a.starts_at desc
                                  limit 1), '-infinity') as at
                  from unnest(\(shows)) as s (show_id)) n
         where f.tenant_id = \(tenant)
           and f.show_id = n.show_id
           and f.last_airing <> n.at
        returning f.show_id
        """
    }

    /// Returns the statement that writes the on-demand windows of the shows' episodes. A version counts if it has media; adjacent and overlapping
    /// windows of an episode are merged (decision 0026).
    private func episodes(_ shows: [Int64]) -> SQL {
        """
        with wanted as (
            select v.show_id, v.episode_id, lower(w) as opens_at, upper(w) as closes_at,
                   least(coalesce(e.published_at, lower(w)), lower(w)) as heard_at
              from (select v.show_id, v.episode_id,
                           range_agg(tstzrange(v.available_from, coalesce(v.available_until, 'infinity'))) as windows
                      from app.version v
                     where v.tenant_id = \(tenant)
                       and v.show_id = any (\(shows))
                       and exists (select from app.version_media m
                                    where m.tenant_id = v.tenant_id and m.version_id = v.version_id)
                     group by v.show_id, v.episode_id) v
              join app.episode e on e.tenant_id = \(tenant) and e.episode_id = v.episode_id
             cross join lateral unnest(v.windows) as w
        ), gone as (
            delete from app.finder_episode f
             where f.tenant_id = \(tenant)
               and f.show_id = any (\(shows))
               and not exists (select from wanted w
                                where w.show_id = f.show_id and w.episode_id = f.episode_id and w.opens_at = f.opens_at)
        )
        insert into app.finder_episode as f (tenant_id, show_id, episode_id, opens_at, closes_at, heard_at)
        select \(tenant), show_id, episode_id, opens_at, closes_at, heard_at
          from wanted
            on conflict (tenant_id, show_id, episode_id, opens_at) do update
           set closes_at = excluded.closes_at, heard_at = excluded.heard_at
         where (f.closes_at, f.heard_at) <> (excluded.closes_at, excluded.heard_at)
        """
    }

    private func windows(_ shows: [Int64]) -> SQL {
        """
        with wanted as (
            select e.show_id, lower(w) as opens_at, upper(w) as closes_at
              from (select show_id, range_agg(tstzrange(opens_at, closes_at)) as windows
                      from app.finder_episode
                     where tenant_id = \(tenant)
                       and show_id = any (\(shows))
                     group by show_id) e
             cross join lateral unnest(e.windows) as w
        ), gone as (
            delete from app.finder_window f
             where f.tenant_id = \(tenant)
               and f.show_id = any (\(shows))
               and not exists (select from wanted w where w.show_id = f.show_id and w.opens_at = f.opens_at)
            returning f.show_id
        ), come as (
            insert into app.finder_window as f (tenant_id, show_id, opens_at, closes_at)
            select \(tenant), show_id, opens_at, closes_at
              from wanted
                on conflict (tenant_id, show_id, opens_at) do update
               set closes_at = excluded.closes_at
             where f.closes_at <> excluded.closes_at
            returning f.show_id
        )
        select show_id from gone
         union all
        select show_id from come
        """
    }
}
