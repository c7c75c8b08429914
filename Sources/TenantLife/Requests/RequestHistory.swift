import FoundationEssentials
import Postgres
import Tenancy
import Web

/// The counts of a tenant's requests: by hour for the last 24 hours, and by day in the tenant's time zone for the last 30 days.
struct RequestHistory: Sendable, Hashable {
    let timeZone: String
    /// The last 24 hours, oldest first. The last hour has not ended yet.
    let hours: [Hour]
    /// The last 30 days including today, oldest first.
    let days: [Day]

    /// The counts of the requests in one hour.
    struct Hour: Sendable, Hashable {
        /// The start of the hour.
        let from: Instant
        /// The start in the tenant's time zone, such as "14:00".
        let time: String
        let figures: TenantTraffic.Figures
    }

    /// The counts of the requests on one day in the tenant's time zone.
    struct Day: Sendable, Hashable {
        /// The date, such as "2026-11-23".
        let date: String
        /// The day and month for pages, such as "23 November".
        let name: String
        let figures: TenantTraffic.Figures
    }
}

/// The store that reads the history of requests.
struct RequestHistoryStore: Sendable {
    let database: TenantDatabase

    /// Returns the last 24 hours and 30 days up to `now`, with times and days in the time zone `zone`. O(hours in 30 days).
    func history(until now: Instant, in zone: String, of tenant: TenantID) async throws -> RequestHistory {
        let hours = try await database.rows(in: tenant, Self.hours(until: now, in: zone, of: tenant))
        let days = try await database.rows(in: tenant, Self.days(until: now, in: zone, of: tenant))
        return RequestHistory(
            timeZone: zone,
            hours: try hours.map { row in
                RequestHistory.Hour(
                    from: Instant(try row("hour", as: Date.self)), time: try row("time"), figures: try .init(row: row))
            },
            days: try days.map { row in
                RequestHistory.Day(date: try row("date"), name: try row("name"), figures: try .init(row: row))
            })
    }

    static func hours(until now: Instant, in zone: String, of tenant: TenantID) -> SQL {
        """
        select n.hour, to_char(n.hour at time zone \(zone), 'HH24:MI') as time,
               coalesce(h.requests, 0) as requests, coalesce(h.refused, 0) as refused, coalesce(h.errors, 0) as errors
          from (select date_trunc('hour', \(now.date)::timestamptz, 'UTC') - n * interval '1 hour' as hour
                  from generate_series(0, 23) as n) n
          left join app.request_hour h
            on h.tenant_id = \(tenant)
           and h.hour = n.hour
         order by n.hour
        """
    }

    static func days(until now: Instant, in zone: String, of tenant: TenantID) -> SQL {
        """
        select to_char(d.day, 'YYYY-MM-DD') as date, to_char(d.day, 'FMDD FMMonth') as name,
               coalesce(sum(h.requests), 0)::bigint as requests, coalesce(sum(h.refused), 0)::bigint as refused,
               coalesce(sum(h.errors), 0)::bigint as errors
          from (select date_trunc('day', \(now.date)::timestamptz at time zone \(zone)) - n * interval '1 day' as day
                  from generate_series(0, 29) as n) d
          left join app.request_hour h
            on h.tenant_id = \(tenant)
           and h.hour >= d.day at time zone \(zone)
           and h.hour < (d.day + interval '1 day') at time zone \(zone)
         group by d.day
         order by d.day
        """
    }
}

extension TenantTraffic.Figures {
    fileprivate init(row: Row) throws(PostgresError) {
        self.init(requests: try row("requests"), refused: try row("refused"), errors: try row("errors"))
    }
}
