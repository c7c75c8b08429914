import FoundationEssentials
import Postgres
import Tenancy
import Web

extension AuditStore {
    /// The number of days in the chart, including today.
    static let chartDays: Int64 = 30

    /// Returns the number of actions on each of the last `chartDays` days in a time zone, oldest first. O(n) in the number of these actions.
    func actionsByDay(until now: Instant, in zone: String, of tenant: TenantID) async throws -> [Chart.Point] {
        try await database.rows(in: tenant, Self.actionsByDay(until: now, in: zone, of: tenant)).map { row in
            Chart.Point(try row("day"), Int(try row("actions", as: Int64.self)))
        }
    }

    static func actionsByDay(until now: Instant, in zone: String, of tenant: TenantID) -> SQL {
        """
        select to_char(d.day, 'FMDD FMMonth') as day,
               (select count(*)
                  from app.audit_event e
                 where e.tenant_id = \(tenant)
                   and e.at >= d.day at time zone \(zone)
                   and e.at < (d.day + interval '1 day') at time zone \(zone)) as actions
          from (select date_trunc('day', \(now.date) at time zone \(zone)) - n * interval '1 day' as day
                  from generate_series(0, \(chartDays - 1)) as n) d
         order by d.day
        """
    }
}
