import Postgres
import Tenancy

/// A store that reads the state of a tenant's packets, which the emitter writes into its lease row (docs/decisions/0008).
public struct EmitterStatusStore: Sendable {
    let database: TenantDatabase

    public init(database: TenantDatabase) { self.database = database }

    /// Returns the current status. The clock of the database decides whether a lease has expired and how old the last packet is.
    public func status(in tenant: TenantID) async throws(PostgresError) -> EmitterStatus {
        let found: EmitterStatus? = try await database.first(
            in: tenant,
            """
            select coalesce(l.concert_id is not null, false) as is_on_air,
                   coalesce(l.state not in ('blackout', 'ended'), false) as sends_positions,
                   coalesce(e.until > now(), false) as is_held,
                   e.holder, e.epoch, e.interface, e.problem,
                   coalesce(e.packets_sent, 0) as packets_sent, coalesce(e.packets_failed, 0) as packets_failed,
                   (extract(epoch from now() - e.last_sent_at) * 1000)::bigint as age_ms,
                   coalesce(e.standby_until > now(), false) as has_standby
              from (select \(tenant)::integer as tenant_id) t
              left join app.live l on l.tenant_id = \(tenant)
              left join app.emitter_lease e on e.tenant_id = \(tenant)
            """)
        guard let found else { throw .noRow("is_on_air") }
        return found
    }
}
