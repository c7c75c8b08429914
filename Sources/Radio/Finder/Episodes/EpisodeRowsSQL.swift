import Foundation
import Postgres
import Tenancy
import Web

/// The statements for a show's episode list. Each statement for rows reads a time index in one direction and returns at most `limit` rows.
struct EpisodeRowsSQL: Sendable {
    let tenant: TenantID
    let show: Show.ID
    let now: Instant
    let filter: FinderFilter
    let limit: Int64

    /// Only airings that start after this time are read: with the filter `future`, those that have not started; otherwise, all that may not be over,
    /// because no airing is longer than `Airing.longestMs`.
    private var oldest: Date {
        filter == .future ? now.date : now.advanced(byMs: -Airing.longestMs).date
    }

    /// The statement for the first airing that is not over.
    var firstNotOver: SQL {
        """
        select f.airing_id, (extract(epoch from f.starts_at) * 1000000)::bigint as at_us
          from app.airing f
         where f.tenant_id = \(tenant)
           and f.show_id = \(show.rawValue)
           and not f.is_cancelled
           and f.starts_at > \(oldest)
           and f.ends_at > \(now.date)
           and f.channel_id in (select channel_id from app.channel where tenant_id = \(tenant) and active)
           and \(filter.countsFuture)
         order by f.starts_at, f.airing_id
         limit 1
        """
    }

    var known: SQL {
        """
        select
          from app.show
         where tenant_id = \(tenant)
           and show_id = \(show.rawValue)
           and active
        """
    }

    private struct Direction {
        let comparison: StaticString
        let order: StaticString

        static let before = Direction(comparison: "<", order: "desc")
        static let after = Direction(comparison: ">", order: "asc")
    }

    /// Returns the statement for the on-demand rows before a position, nearest first, or for no rows if `cursor` is `nil`.
    func onDemand(before cursor: EpisodeList.Cursor?) -> SQL { onDemand(.before, cursor) }

    /// Returns the statement for the on-demand rows after a position, in order, or for no rows if `cursor` is `nil`.
    func onDemand(after cursor: EpisodeList.Cursor?) -> SQL { onDemand(.after, cursor) }

    private func onDemand(_ direction: Direction, _ cursor: EpisodeList.Cursor?) -> SQL {
        """
        select null::bigint as airing_id, null::bigint as channel_id, e.episode_id, e.title, e.summary, e.part,
               f.heard_at as starts_at, null::timestamptz as ends_at, false as is_live, false as is_repeat,
               (extract(epoch from f.heard_at) * 1000000)::bigint as at_us, v.duration_ms,
               nullif(f.closes_at, 'infinity') as available_until, a.art_id, a.alt as art_alt, i.url as art_url,
               i.position as art_position
          from (select f.episode_id, f.heard_at, f.closes_at
                  from app.finder_episode f
                 where f.tenant_id = \(tenant)
                   and f.show_id = \(show.rawValue)
                   and (f.heard_at, f.episode_id)
                       \(name: direction.comparison) ('epoch'::timestamptz + \(cursor?.microseconds) * interval '1 microsecond', \(cursor?.id))
                   and f.opens_at <= \(now.date)
                   and f.closes_at > \(now.date)
                   and \(filter.countsOnDemand)
                 order by f.heard_at \(name: direction.order), f.episode_id \(name: direction.order)
                 limit \(limit)) f
          join app.episode e on e.tenant_id = \(tenant) and e.episode_id = f.episode_id
          left join lateral (select v.duration_ms
                               from app.version v
                              where v.tenant_id = \(tenant) and v.episode_id = f.episode_id
                                and v.available_from <= \(now.date)
                                and coalesce(v.available_until, 'infinity') > \(now.date)
                              order by v.duration_ms desc nulls last
                              limit 1) v on true
          left join app.art a on a.tenant_id = \(tenant) and a.art_id = e.art_id
          left join lateral (select i.url, i.position
                               from app.art_image i
                              where i.tenant_id = \(tenant) and i.art_id = e.art_id
                              order by i.position
                              limit 1) i on true
         order by f.heard_at \(name: direction.order), f.episode_id \(name: direction.order)
        """
    }

    /// Returns the statement for the airings before a position that are upcoming, running or still in the buffer (spec R31), nearest first, or for no
    /// rows if `cursor` is `nil`.
    func airings(before cursor: EpisodeList.Cursor?) -> SQL { airings(.before, cursor) }

    /// Returns the statement for the airings after a position, in order, or for no rows if `cursor` is `nil`.
    func airings(after cursor: EpisodeList.Cursor?) -> SQL { airings(.after, cursor) }

    private func airings(_ direction: Direction, _ cursor: EpisodeList.Cursor?) -> SQL {
        """
        select f.airing_id, f.channel_id, b.episode_id, coalesce(nullif(b.title, ''), e.title, s.title) as title,
               coalesce(nullif(e.summary, ''), b.description) as summary, e.part, f.starts_at, f.ends_at, b.is_live,
               b.is_repeat, (extract(epoch from f.starts_at) * 1000000)::bigint as at_us, null::bigint as duration_ms,
               null::timestamptz as available_until, a.art_id, a.alt as art_alt, i.url as art_url,
               i.position as art_position
          from (select f.airing_id, f.channel_id, f.starts_at, f.ends_at
                  from app.airing f
                 where f.tenant_id = \(tenant)
                   and f.show_id = \(show.rawValue)
                   and not f.is_cancelled
                   and (f.starts_at, f.airing_id)
                       \(name: direction.comparison) ('epoch'::timestamptz + \(cursor?.microseconds) * interval '1 microsecond', \(cursor?.id))
                   and f.starts_at > \(oldest)
                   and (f.ends_at > \(now.date)
                        or f.starts_at > \(now.date)::timestamptz
                                         - coalesce((select buffer_ms from app.tenant_profile where tenant_id = \(tenant)),
                                                    18000000) * interval '1 millisecond')
                   and f.channel_id in (select channel_id from app.channel where tenant_id = \(tenant) and active)
                   and \(filter.countsFuture)
                 order by f.starts_at \(name: direction.order), f.airing_id \(name: direction.order)
                 limit \(limit)) f
          join app.airing b on b.tenant_id = \(tenant) and b.airing_id = f.airing_id
          join app.show s on s.tenant_id = \(tenant) and s.show_id = \(show.rawValue)
          left join app.episode e on e.tenant_id = \(tenant) and e.episode_id = b.episode_id
          left join app.art a on a.tenant_id = \(tenant) and a.art_id = coalesce(e.art_id, s.art_id)
          left join lateral (select i.url, i.position
                               from app.art_image i
                              where i.tenant_id = \(tenant) and i.art_id = coalesce(e.art_id, s.art_id)
                              order by i.position
                              limit 1) i on true
         order by f.starts_at \(name: direction.order), f.airing_id \(name: direction.order)
        """
    }
}
