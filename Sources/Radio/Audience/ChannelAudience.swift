import FoundationEssentials
import Postgres
import Tenancy
import Web

/// The audience figures of a channel for the 48 hours and the 30 days up to an instant. In the last hour and day, `listeners` and `songs` are counted
/// up to the instant, and the other figures for the whole hour or day.
package struct ChannelAudience: Sendable, Hashable {
    package let channel: Channel.ID
    package let name: String
    package let slug: String
    package let timeZone: String
    /// The hour that contains the instant and the 47 before, oldest first. Hours start on the hour in UTC.
    package let hours: [Hour]
    /// The day that contains the instant and the 29 before, oldest first, in the channel's time zone.
    package let days: [Day]

    /// The figures of one hour or day.
    package struct Figures: Sendable, Hashable {
        /// The maximum number of listeners that automation reported for a cut; `nil` if it reported none.
        package let listeners: Int64?
        /// The maximum number of open event streams that selected the channel, on all servers in the same minute.
        package let followers: Int64
        package let nowRequests: Int64
        /// The number of requests for the channel itself. The responses contain the addresses of its audio streams.
        package let channelRequests: Int64
        package let songs: Int64

        /// Whether no number of listeners was reported and all other figures are 0.
        package var isEmpty: Bool {
            self == Figures(listeners: nil, followers: 0, nowRequests: 0, channelRequests: 0, songs: 0)
        }
    }

    /// The figures of one hour.
    package struct Hour: Sendable, Hashable {
        let from: Instant
        /// The start of the hour in the channel's time zone, such as "22 Nov 14:00".
        package let name: String
        package let figures: Figures
    }

    /// The figures of one day in the channel's time zone.
    package struct Day: Sendable, Hashable {
        let date: String
        /// The name of the day, such as "23 November".
        package let name: String
        package let figures: Figures
    }
}

/// A store that reads a channel's audience, which `control.add_channel_counts` and `CutStore` write.
package struct ChannelAudienceStore: Sendable {
    let database: TenantDatabase

    package init(database: TenantDatabase) {
        self.database = database
    }

    /// Returns the audience of a channel, or `nil` if the tenant has no such channel. O(n) for n cuts and hours of 30 days.
    func audience(of channel: Channel.ID, until: Instant, in tenant: TenantID) async throws -> ChannelAudience? {
        let tables = try await database.batch(
            in: tenant,
            [
                """
                select name, slug, time_zone
                  from app.channel
                 where tenant_id = \(tenant)
                   and channel_id = \(channel.rawValue)
                """, Self.hours(of: channel, until: until, in: tenant),
                Self.days(of: channel, until: until, in: tenant),
            ], idempotent: true)
        guard let row = tables[0].first else { return nil }
        return ChannelAudience(
            channel: channel, name: try row("name"), slug: try row("slug"), timeZone: try row("time_zone"),
            hours: try tables[1].map { row in
                ChannelAudience.Hour(
                    from: Instant(try row("hour", as: Date.self)), name: try row("name"), figures: try .init(row: row))
            },
            days: try tables[2].map { row in
                ChannelAudience.Day(date: try row("date"), name: try row("name"), figures: try .init(row: row))
            })
    }

    static func hours(of channel: Channel.ID, until: Instant, in tenant: TenantID) -> SQL {
        """
        select n.hour, to_char(n.hour at time zone c.time_zone, 'FMDD Mon HH24:MI') as name, p.listeners, p.songs,
               coalesce(h.followers, 0)::bigint as followers, coalesce(h.now_requests, 0) as now_requests,
               coalesce(h.channel_requests, 0) as channel_requests
          from app.channel c
         cross join lateral (select date_trunc('hour', \(until.date)::timestamptz, 'UTC') - n * interval '1 hour' as hour
                               from generate_series(0, 47) as n) n
         cross join lateral (select max(u.listeners)::bigint as listeners, count(*) filter (where u.is_music) as songs
                               from app.cut u
                              where u.tenant_id = \(tenant)
                                and u.channel_id = c.channel_id
                                and u.starts_at >= n.hour
                                and u.starts_at < least(n.hour + interval '1 hour', \(until.date))) p
          left join app.channel_hour h
            on h.tenant_id = \(tenant)
           and h.channel_id = c.channel_id
           and h.hour = n.hour
         where c.tenant_id = \(tenant)
           and c.channel_id = \(channel.rawValue)
         order by n.hour
        """
    }

    static func days(of channel: Channel.ID, until: Instant, in tenant: TenantID) -> SQL {
        """
        select to_char(d.day, 'YYYY-MM-DD') as date, to_char(d.day, 'FMDD FMMonth') as name, p.listeners, p.songs,
               h.followers, h.now_requests, h.channel_requests
          from app.channel c
         cross join lateral (select date_trunc('day', \(until.date)::timestamptz at time zone c.time_zone)
                                    - n * interval '1 day' as day
                               from generate_series(0, 29) as n) d
         cross join lateral (select max(u.listeners)::bigint as listeners, count(*) filter (where u.is_music) as songs
                               from app.cut u
                              where u.tenant_id = \(tenant)
                                and u.channel_id = c.channel_id
                                and u.starts_at >= d.day at time zone c.time_zone
                                and u.starts_at < least((d.day + interval '1 day') at time zone c.time_zone,
                                                        \(until.date))) p
         cross join lateral (select coalesce(max(h.followers), 0)::bigint as followers,
                                    coalesce(sum(h.now_requests), 0)::bigint as now_requests,
                                    coalesce(sum(h.channel_requests), 0)::bigint as channel_requests
                               from app.channel_hour h
                              where h.tenant_id = \(tenant)
                                and h.channel_id = c.channel_id
                                and h.hour >= d.day at time zone c.time_zone
                                and h.hour < (d.day + interval '1 day') at time zone c.time_zone) h
         where c.tenant_id = \(tenant)
           and c.channel_id = \(channel.rawValue)
         order by d.day
        """
    }
}

extension ChannelAudience.Figures {
    fileprivate init(row: Row) throws(PostgresError) {
        self.init(
            listeners: try row.optional("listeners"), followers: try row("followers"),
            nowRequests: try row("now_requests"), channelRequests: try row("channel_requests"),
            songs: try row("songs"))
    }
}
