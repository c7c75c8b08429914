import Postgres
import Tenancy

extension LiveStore {
    /// The largest number of entries on a page.
    static let logPage: Int64 = 200
    /// The largest number of entries in the CSV table.
    static let logLimit: Int64 = 50_000

    /// Returns at most `limit` changes of a concert, by default the one that is or was last on the air, newest first.
    ///
    /// - Parameters:
    ///   - revision: Only changes before this revision; `nil` for the newest.
    ///   - zone: The name of the time zone for the times of day, such as "Europe/Vienna".
    func log(
        of concert: Concert.ID? = nil, before revision: Int64? = nil, limit: Int64 = logPage, zone: String,
        in tenant: TenantID
    ) async throws(PostgresError) -> [LiveLogEntry] {
        try await database.all(
            in: tenant,
            """
            select h.revision, (extract(epoch from h.at) * 1000)::bigint as at_ms,
                   to_char(h.at at time zone \(zone), 'HH24:MI:SS.MS') as local_time,
                   h.piece, h.measure, coalesce(m.printed, h.measure::text) as printed, coalesce(m.pass, 1) as pass,
                   h.state, h.source, u.login, h.delay_ms
              from app.live_change h
              left join app.piece p on p.tenant_id = h.tenant_id and p.concert_id = h.concert_id and p.name = h.piece
              left join app.measure m on m.tenant_id = h.tenant_id and m.piece_id = p.piece_id and m.measure = h.measure
              left join app.user_account u on u.tenant_id = h.tenant_id and u.user_id = h.user_id
             where h.tenant_id = \(tenant)
               and h.concert_id = coalesce(\(concert?.rawValue), (select n.concert_id
                                                                    from app.live_change n
                                                                   where n.tenant_id = \(tenant)
                                                                   order by n.revision desc
                                                                   limit 1))
               and h.revision < \(revision ?? .max)
             order by h.revision desc
             limit \(limit)
            """)
    }

    /// Returns the time since the piece on the air began, in milliseconds; `nil` in the state `ready` and off the air. O(changes of the piece).
    func elapsed(in tenant: TenantID) async throws(PostgresError) -> Int64? {
        let rows = try await database.rows(
            in: tenant,
            """
            select (extract(epoch from clock_timestamp() - min(h.at)) * 1000)::bigint as elapsed_ms
              from app.live l
              join app.piece p on p.tenant_id = l.tenant_id and p.piece_id = l.piece_id
              join app.live_change h
                on h.tenant_id = l.tenant_id
               and h.revision > coalesce((select max(o.revision)
                                            from app.live_change o
                                           where o.tenant_id = \(tenant)
                                             and (o.concert_id <> l.concert_id or o.piece <> p.name
                                                  or o.state in ('ready', 'off-air'))), 0)
             where l.tenant_id = \(tenant)
               and l.state <> 'ready'
            """)
        guard let row = rows.first else { return nil }
        return try row.optional("elapsed_ms")
    }
}
