import Postgres
import Tenancy
import Web

/// The reader of the audit log. The entries (`AuditEvent`) are written by the stores that perform the actions.
public struct AuditStore: Sendable {
    let database: TenantDatabase

    public init(database: TenantDatabase) { self.database = database }

    /// Returns the entries of one page, newest first, and the position after which the next page begins; `nil` on the last page. A filter by actor or
    /// action reads every entry in the time range until the page is full.
    func entries(
        _ query: AuditQuery, in tenant: TenantID
    ) async throws(PostgresError) -> (entries: [AuditEntry], next: TimePosition?) {
        let found: [AuditEntry] = try await database.all(
            in: tenant,
            """
            select e.event_id, (extract(epoch from e.at) * 1000000)::bigint as at_us, e.actor_kind, e.actor_id, e.actor,
                   e.action, e.subject, e.request_id, d.names, d.facts
              from app.audit_event e
             cross join lateral (select coalesce(array_agg(key order by key), '{}') as names,
                                        coalesce(array_agg(coalesce(value, '') order by key), '{}') as facts
                                   from jsonb_each_text(e.detail)) d
             where e.tenant_id = \(tenant)
               and e.at >= coalesce('epoch'::timestamptz + \(query.from?.milliseconds) * interval '1 millisecond',
                                    '-infinity')
               and e.at < coalesce('epoch'::timestamptz + \(query.to?.milliseconds) * interval '1 millisecond',
                                   'infinity')
               and (e.at, e.event_id)
                   < (coalesce('epoch'::timestamptz + \(query.after?.microseconds) * interval '1 microsecond',
                               'infinity'), coalesce(\(query.after?.id), 9223372036854775807))
               and e.actor = coalesce(\(query.actor), e.actor)
               and (\(query.action) is null
                    or e.action = \(query.action)
                    or starts_with(e.action, \(query.action) || '.'))
             order by e.at desc, e.event_id desc
             limit \(Int64(query.limit) + 1)
            """
        )
        let page = ListPage(found, limit: query.limit)
        return (page.rows, page.next?.position)
    }
}

extension AuditStore {
    /// Returns the local times of instants in a time zone, such as "2026-05-01 21:30:00", in order. Costs one query.
    func wallClock(_ instants: [Instant], in zone: String, of tenant: TenantID) async throws -> [String] {
        guard !instants.isEmpty else { return [] }
        return try await database.rows(in: tenant, Self.wallClock(instants, zone)).map { try $0("shown") }
    }

    static func wallClock(_ instants: [Instant], _ zone: String) -> SQL {
        """
        select to_char(('epoch'::timestamptz + i.ms * interval '1 millisecond') at time zone \(zone),
                       'YYYY-MM-DD HH24:MI:SS') as shown
          from unnest(\(instants.map(\.milliseconds))::bigint[]) with ordinality as i (ms, place)
         order by i.place
        """
    }

    /// Converts a local time in `zone`, given as if it were UTC, to an instant. Costs one query.
    func instant(whenShowing instant: Instant, in zone: String, of tenant: TenantID) async throws -> Instant {
        let row = try await database.rows(in: tenant, Self.instant(instant, zone)).first
        return Instant(milliseconds: try row?("ms") ?? instant.milliseconds)
    }

    static func instant(_ instant: Instant, _ zone: String) -> SQL {
        """
        select (extract(epoch from ('epoch'::timestamp + \(instant.milliseconds)::bigint * interval '1 millisecond')
                                   at time zone \(zone)) * 1000)::bigint as ms
        """
    }
}

extension AuditEntry: RowDecodable {
    init(row: Row) throws(PostgresError) {
        id = try row("event_id")
        microseconds = try row("at_us")
        at = Instant(milliseconds: microseconds / 1000)
        actorKind = try row("actor_kind")
        actorID = try row.optional("actor_id")
        actor = try row("actor")
        action = try row("action")
        subject = try row("subject")
        let names: [String] = try row("names")
        let facts: [String] = try row("facts")
        detail = Dictionary(zip(names, facts)) { first, _ in first }
        requestID = try row.optional("request_id")
    }
}
