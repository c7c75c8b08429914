import FoundationEssentials
import Postgres
import Tenancy
import Web

/// The SQL that counts the songs played on a channel.
struct ChannelPlaysStore: Sendable {
    let database: TenantDatabase

    static let days: Int64 = 14

    /// Returns the number of songs that started on each of the last `days` days in the channel's time zone, up to `now`, oldest day first; empty for
    /// an unknown channel. O(n) for n cuts.
    func plays(of channel: Int64, until now: Instant, in tenant: TenantID) async throws -> [Chart.Point] {
        try await database.rows(in: tenant, Self.plays(of: channel, until: now, in: tenant)).map { row in
            Chart.Point(try row("day"), Int(try row("plays", as: Int64.self)))
        }
    }

    static func plays(of channel: Int64, until now: Instant, in tenant: TenantID) -> SQL {
        """
        select to_char(d.day, 'FMDD FMMonth') as day,
               (select count(*)
                  from app.cut u
                 where u.tenant_id = \(tenant)
                   and u.channel_id = \(channel)
                   and u.is_music
                   and u.starts_at >= d.day at time zone c.time_zone
                   and u.starts_at < least((d.day + interval '1 day') at time zone c.time_zone, \(now.date))) as plays
          from app.channel c
         cross join lateral (select (date_trunc('day', \(now.date) at time zone c.time_zone)
                                     - n * interval '1 day') as day
                               from generate_series(0, \(days - 1)) as n) d
         where c.tenant_id = \(tenant)
           and c.channel_id = \(channel)
         order by d.day
        """
    }
}
