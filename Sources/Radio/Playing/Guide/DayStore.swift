import FoundationEssentials
import Postgres
import Tenancy
import Web

/// A store for calendar days in a channel's time zone (spec R45). PostgreSQL provides the time zone rules.
struct DayStore: Sendable {
    private let database: TenantDatabase

    init(database: TenantDatabase) { self.database = database }

    /// Returns the period of a day in the channel's time zone. `day` is a valid date, such as "2026-06-15". Throws `APIError` 404 for an unknown
    /// channel.
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
