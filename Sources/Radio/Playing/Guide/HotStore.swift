import FoundationEssentials
import Postgres
import Tenancy
import Web

/// A store for the hot shows of a channel (spec R35).
package struct HotStore: Sendable {
    private let database: TenantDatabase

    package init(database: TenantDatabase) { self.database = database }

    /// Returns the entries of the editorial list that `HotShow.isShown` includes, in editorial order, and at most `HotShow.computedLimit` other
    /// shows, best first. Makes one round trip.
    package func lists(
        of channel: Channel.ID, at now: Instant, bufferMs: Int64, in tenant: TenantID
    ) async throws -> (editorial: [HotShow], computed: [HotShow]) {
        let tables = try await database.batch(
            in: tenant,
            [
                Self.editorial(channel, now, bufferMs: bufferMs, in: tenant),
                Self.computed(channel, now, in: tenant),
            ], idempotent: true)
        return HotShow.lists(
            try tables[0].map(HotShow.init(hotRow:)), computed: try tables[1].map(HotShow.init(hotRow:)))
    }

    /// Returns the statement for the editorial list.
    static func editorial(_ channel: Channel.ID, _ now: Instant, bufferMs: Int64, in tenant: TenantID) -> SQL {
        """
        select s.show_id, s.title, s.summary, s.art_id
          from app.hot_show h
          join app.show s on s.tenant_id = h.tenant_id and s.show_id = h.show_id
         where h.tenant_id = \(tenant)
           and h.channel_id = \(channel.rawValue)
           and \(HotShow.isShown(at: now, bufferMs: bufferMs, in: tenant))
         order by h.position, h.show_id
        """
    }

    /// Returns the statement for the candidates for the computed list, best first. The score is the sum of two numbers from 0 to 1: how new the
    /// newest recording of the last seven days is, and how many airings, up to seven, follow on the channel in the next seven days. No data about
    /// listeners is used (decision 0027).
    static func computed(_ channel: Channel.ID, _ now: Instant, in tenant: TenantID) -> SQL {
        """
        select s.show_id, s.title, s.summary, s.art_id
          from app.show_channel c
          join app.show s on s.tenant_id = c.tenant_id and s.show_id = c.show_id
         cross join lateral (
               select max(v.available_from) as newest
                 from app.version v
                where v.tenant_id = \(tenant)
                  and v.show_id = c.show_id
                  and v.available_from <= \(now.date)
                  and v.available_from > \(now.advanced(byMs: -604_800_000).date)
                  and (v.available_until is null or v.available_until > \(now.date))) f
         cross join lateral (
               select count(*) as times
                 from app.airing a
                where a.tenant_id = \(tenant)
                  and a.show_id = c.show_id
                  and a.channel_id = \(channel.rawValue)
                  and a.starts_at > \(now.date)
                  and a.starts_at < \(now.advanced(byMs: 604_800_000).date)
                  and not a.is_cancelled) n
         where c.tenant_id = \(tenant)
           and c.channel_id = \(channel.rawValue)
           and s.active
           and not s.is_placeholder
           and (f.newest is not null or n.times > 0)
         order by coalesce(1 - extract(epoch from \(now.date) - f.newest) / 604800, 0) + least(n.times, 7) / 7.0 desc,
                  s.show_id
         limit 100
        """
    }
}

extension HotShow {
    init(hotRow row: Row) throws(PostgresError) {
        self.init(
            show: Show.ID(rawValue: try row("show_id")), title: try row("title"), summary: try row("summary"),
            art: try row.optional("art_id").map(Art.ID.init(rawValue:)))
    }

    /// The maximum number of shows on a computed list.
    static let computedLimit = 10

    /// Returns both lists, the computed one excluding the shows of the editorial one.
    static func lists(_ editorial: [HotShow], computed: [HotShow]) -> (editorial: [HotShow], computed: [HotShow]) {
        let known = Set(editorial.map(\.show))
        return (editorial, Array(computed.filter { !known.contains($0.show) }.prefix(computedLimit)))
    }

    /// The condition that the entry `h` of an editorial list has not expired, and that its show `s` is active and has an available recording, or an
    /// airing on any channel that started within the buffer or starts in the next two weeks.
    static func isShown(at now: Instant, bufferMs: Int64, in tenant: TenantID) -> SQLFragment {
        """
        (h.expires_at is null or h.expires_at > \(now.date))
           and s.active
           and (exists (select 1
                          from app.version v
                         where v.tenant_id = \(tenant)
                           and v.show_id = h.show_id
                           and \(OnDemandCondition.holds(at: now)))
                or exists (select 1
                             from app.airing a
                            where a.tenant_id = \(tenant)
                              and a.show_id = h.show_id
                              and a.starts_at > \(now.advanced(byMs: -bufferMs).date)
                              and a.starts_at < \(now.advanced(byMs: 1_209_600_000).date)
                              and not a.is_cancelled))
        """
    }
}
