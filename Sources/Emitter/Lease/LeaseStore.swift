import Postgres
import Tenancy

/// The lease row of a tenant and, read with it in one round trip, the state that its packets carry.
///
/// Each function is one transaction. The clock of all comparisons is the database's.
/// Spec O3.9.
struct LeaseStore: Sendable {
    /// How long a lease lasts without renewal, and how often it is renewed.
    ///
    /// Packets must be back within 2 s after a holder was killed: a successor that waits from the moment of the
    /// death finds the lease free after 0.8 to 1.2 s, and there is time left to start a process. Two renewals may
    /// be late before the term ends. That it ends too early under load costs nothing: nobody takes the
    /// lease unless a second emitter runs, and the holder goes on until it hears one.
    static let term = Duration.milliseconds(1200)
    static let renewalInterval = Duration.milliseconds(400)

    let database: TenantDatabase
    /// Who we are: one name for each process that ever runs.
    let holder: String

    enum Attempt: Sendable, Hashable {
        case granted(LeaseGrant, LiveState)
        /// Another holds it, for this long still.
        case held(Duration)
        /// Counts end at 2³¹ - 1 (spec D4), and they have been used: nobody can take this lease again.
        case countsUsedUp
    }

    /// Takes the lease when it is free, with the next block of counts; the state as of then.
    ///
    /// A lease that is ours already is free for us: an attempt whose answer was lost has to be made again. Where another
    /// holds it, this emitter is written down as the standby, so that a holder in trouble knows that one is there.
    ///
    /// - Parameters:
    ///   - interface: the address that packets will leave by.
    ///   - standsBy: whether this emitter could send better than one in trouble.
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

    /// Renews the lease of this epoch, reserves so many more counts, as long as there are any, and tells what became of
    /// the packets.
    ///
    /// - Returns: `nil` when the lease has been taken by another; `hasStandby` when another emitter waits for it.
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

    /// The state, and the epoch that the lease has by now.
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

    /// Ends our lease, if we have one, so that a successor need not wait for its term, and tells the other emitters.
    ///
    /// - Parameter report: what became of the last packets; its problem is why the lease is given up.
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

    /// Tells why this emitter does not take a lease that nobody holds.
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
    init(row: Row) throws(PostgresError) {
        epoch = try row("epoch")
        reserved = try row("reserved_count")
    }
}
