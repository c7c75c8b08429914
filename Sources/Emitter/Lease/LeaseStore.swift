import Postgres
import Tenancy

/// The SQL for a tenant's lease row (spec O3.9). `take`, `renew` and `read` also read the tenant's `LiveState`. Each function runs in one
/// transaction and uses the clock of the database.
package struct LeaseStore: Sendable {
    /// The validity of a lease without renewal.
    ///
    /// Packets must resume within 2 s after a holder was killed. A successor finds the lease free after 0.8 to 1.2 s, which leaves time to start a
    /// process.
    package static let term = Duration.milliseconds(1200)
    /// The interval between two renewals of a lease: a third of `term`.
    package static let renewalInterval = Duration.milliseconds(400)

    let database: TenantDatabase
    /// The name of this process, different from the names of all earlier processes.
    let holder: String

    enum Attempt: Sendable, Hashable {
        case granted(LeaseGrant, LiveState)
        /// Another process holds the lease, which is valid for this time; zero if it has just become free.
        case held(Duration)
        /// Fewer counts than one block remain below 2³¹ (spec D4). No emitter can take this lease again.
        case countsUsedUp
    }

    /// Takes the lease and reserves the next block of counts, if the lease is free or this process holds it: an earlier attempt that threw may have
    /// taken it. If another process holds the lease, returns how long it is still valid, and may record this emitter as the standby for 2 s.
    ///
    /// - Parameters:
    ///   - interface: the address of the interface for packets, which is stored in the lease row.
    ///   - standsBy: whether this emitter may be recorded as the standby, to which a failing holder gives up the lease.
    func take(
        for tenant: TenantID, interface: String = "", standsBy: Bool = true
    ) async throws(PostgresError) -> Attempt {
        let rows = try await database.batch(
            in: tenant,
            [
                """
                   insert into app.emitter_lease as l (tenant_id, holder, epoch, until, reserved_count, interface)
                   values (\(tenant), \(holder), 1, now() + \(Self.milliseconds(Self.term)) * interval '1 millisecond',
                           \(CountBlock.size), \(interface))
                       on conflict (tenant_id) do update
                      set holder = excluded.holder, epoch = l.epoch + 1, until = excluded.until,
                          reserved_count = l.reserved_count + \(CountBlock.size), interface = excluded.interface,
                          problem = null, problem_at = null, standby = null, standby_until = null
                    where (l.until < now() or l.holder = excluded.holder)
                      and l.reserved_count <= \(CountBlock.highest - CountBlock.size)
                returning epoch, reserved_count
                """,
                """
                select ceil(greatest(0, extract(epoch from until - now())) * 1000)::integer as remaining_ms,
                       reserved_count
                  from app.emitter_lease
                 where tenant_id = \(tenant)
                """,
                """
                update app.emitter_lease
                   set standby = \(holder), standby_until = now() + interval '2 seconds'
                 where tenant_id = \(tenant)
                   and holder <> \(holder)
                   and until >= now()
                   and \(standsBy)
                   and (standby_until is null or standby_until < now() + interval '1 second')
                """,
            ] + LiveState.statements(for: tenant))
        if let row = rows[0].first { return .granted(try LeaseGrant(row: row), try LiveState(rows[3...])) }
        guard let row = rows[1].first else { return .held(.zero) }
        let remaining: Int = try row("remaining_ms")
        let reserved: Int32 = try row("reserved_count")
        let isUsedUp = remaining == 0 && reserved > CountBlock.highest - CountBlock.size
        return isUsedUp ? .countsUsedUp : .held(.milliseconds(remaining))
    }

    /// Renews the lease of this epoch, even if it has expired, reserves up to `more` counts, and stores the report of packets. Returns the lease, the
    /// state, and whether another emitter is recorded as the standby; `nil`, without a change, if the lease was taken again. After an error, the
    /// lease may be renewed and the report stored nevertheless.
    func renew(
        epoch: Int64, reserving more: Int32, reporting report: PacketReport = PacketReport(), for tenant: TenantID
    ) async throws(PostgresError) -> (LeaseGrant, LiveState, hasStandby: Bool)? {
        let rows = try await database.batch(
            in: tenant,
            [
                """
                   update app.emitter_lease
                      set until = now() + \(Self.milliseconds(Self.term)) * interval '1 millisecond',
                          reserved_count = least(reserved_count::bigint + \(more), \(CountBlock.highest))::integer,
                          packets_sent = packets_sent + \(report.sent),
                          packets_failed = packets_failed + \(report.failed),
                          last_sent_at = coalesce(now() - \(report.age.map(Self.milliseconds)) * interval '1 millisecond',
                                                  last_sent_at),
                          problem = \(report.problem),
                          problem_at = case when \(report.problem)::text is not null
                                            then coalesce(problem_at, now()) end
                    where tenant_id = \(tenant)
                      and epoch = \(epoch)
                returning epoch, reserved_count, standby <> holder and standby_until > now() as has_standby
                """
            ] + LiveState.statements(for: tenant))
        guard let row = rows[0].first else { return nil }
        let hasStandby: Bool? = try row.optional("has_standby")
        return (try LeaseGrant(row: row), try LiveState(rows[1...]), hasStandby ?? false)
    }

    /// Reads the state and the current epoch of the lease; the epoch is `nil` if the tenant has no lease row.
    func read(for tenant: TenantID) async throws(PostgresError) -> (epoch: Int64?, state: LiveState) {
        let rows = try await database.batch(
            in: tenant,
            [
                """
                select epoch, reserved_count
                  from app.emitter_lease
                 where tenant_id = \(tenant)
                """
            ] + LiveState.statements(for: tenant))
        let grant = try rows[0].first.map { (row) throws(PostgresError) in try LeaseGrant(row: row) }
        return (grant?.epoch, try LiveState(rows[1...]))
    }

    /// Ends the lease and stores `report` if this process holds a valid lease, and notifies the other emitters, so that a successor need not wait.
    /// The problem of `report` is the fault because of which the lease is given up; `nil` for another reason. After an error, the lease may have
    /// ended nevertheless.
    func release(for tenant: TenantID, reporting report: PacketReport = PacketReport()) async throws(PostgresError) {
        _ = try await database.rows(
            in: tenant,
            """
            with freed as (
                update app.emitter_lease
                   set until = now(), packets_sent = packets_sent + \(report.sent),
                       packets_failed = packets_failed + \(report.failed),
                       last_sent_at = coalesce(now() - \(report.age.map(Self.milliseconds)) * interval '1 millisecond',
                                               last_sent_at),
                       problem = \(report.problem),
                       problem_at = case when \(report.problem)::text is not null then now() end
                 where tenant_id = \(tenant)
                   and holder = \(holder)
                   and until > now()
             returning epoch
            )
            select pg_notify('tutti', concat_ws(',', \(tenant), 'lease', epoch)) from freed
            """)
    }

    /// Stores the reason why this emitter does not take the free lease. While the lease is valid, nothing changes.
    func report(_ problem: String, for tenant: TenantID) async throws(PostgresError) {
        _ = try await database.rows(
            in: tenant,
            """
            insert into app.emitter_lease as l (tenant_id, holder, epoch, until, problem, problem_at)
            values (\(tenant), \(holder), 1, now(), \(problem), now())
                on conflict (tenant_id) do update
               set problem = excluded.problem, problem_at = now()
             where l.until <= now()
            """)
    }

    private static func milliseconds(_ duration: Duration) -> Int { Int(duration / .milliseconds(1)) }
}

extension LeaseGrant: RowDecodable {
    package init(row: Row) throws(PostgresError) {
        epoch = try row("epoch")
        reserved = try row("reserved_count")
    }
}
