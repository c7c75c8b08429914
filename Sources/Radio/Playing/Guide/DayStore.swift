import FoundationEssentials
import Postgres
import Tenancy
import Web

/// All SQL about days by a channel's own clock (spec R45): PostgreSQL has the time zones.
struct DayStore: Sendable {
    private let database: TenantDatabase

    init(database: TenantDatabase) { self.database = database }

    /// From midnight to midnight, which is 23 or 25 hours where the clocks change.
    ///
    /// - Parameter day: "2026-06-15", a day that there is.
    func day(_ day: String, of channel: Channel.ID, in tenant: TenantID) async throws -> Range<Instant> {
        let rows = try await database.rows(in: tenant, Self.bounds(day, channel, in: tenant))
        guard let row = rows.first else { throw APIError.noSuchChannel }
        let (start, end) = (try row("starts_at", as: Date.self), try row("ends_at", as: Date.self))
        return Instant(start)..<Instant(end)
    }

    static func bounds(_ day: String, _ channel: Channel.ID, in tenant: TenantID) -> SQL {
        """
        select (\(day)::date)::timestamp at time zone time_zone as starts_at,
               (\(day)::date + 1)::timestamp at time zone time_zone as ends_at
          from app.channel
         where tenant_id = \(tenant)
           and channel_id = \(channel.rawValue)
        """
    }
}
