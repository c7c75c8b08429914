import Postgres
import Tenancy
import Web

/// A store of the measurements of concerts.
struct LiveMeasurementStore: Sendable {
    let database: TenantDatabase

    /// Adds the counts of this server to the stored counts, in one transaction. Counts of deleted concerts, and of tracks that the concert does not
    /// have, are left out, and stored measurements of deleted concerts are deleted.
    func add(_ counts: [LiveMeasurements.Key: Int64], in tenant: TenantID) async throws(PostgresError) {
        let rows = counts.map { (key: $0.key, count: $0.value) }
        _ = try await database.batch(in: tenant, [Self.removal(tenant), Self.addition(rows, tenant)])
    }

    static func removal(_ tenant: TenantID) -> SQL {
        """
        delete from app.live_measurement m
         where m.tenant_id = \(tenant)
           and not exists (select
                             from app.concert c
                            where c.tenant_id = \(tenant)
                              and c.concert_id = m.concert_id)
        """
    }

    static func addition(_ rows: [(key: LiveMeasurements.Key, count: Int64)], _ tenant: TenantID) -> SQL {
        """
        insert into app.live_measurement as m (tenant_id, concert_id, kind, label, number, count)
        select \(tenant), c.concert_id, new.kind, new.label, new.number, new.count
          from unnest(\(rows.map(\.key.concert.rawValue)), \(rows.map(\.key.kind.rawValue)), \(rows.map(\.key.label)),
                      \(rows.map(\.key.number)), \(rows.map(\.count))) as new (concert_id, kind, label, number, count)
          join app.concert c on c.tenant_id = \(tenant) and c.concert_id = new.concert_id
         where new.kind <> 'track'
            or exists (select
                         from app.piece p
                         join app.annotation_track t on t.tenant_id = p.tenant_id and t.piece_id = p.piece_id
                        where p.tenant_id = \(tenant)
                          and p.concert_id = new.concert_id
                          and t.name = new.label)
            on conflict (tenant_id, concert_id, kind, label, number) do update set count = m.count + excluded.count
        """
    }

    /// Returns the measurements of a concert, by default of the one that is or was last on the air; `nil` if there is none or it has been deleted.
    func report(of id: Concert.ID? = nil, in tenant: TenantID) async throws(PostgresError) -> LiveReport? {
        guard let concert = try await database.rows(in: tenant, Self.concert(id, tenant)).first else { return nil }
        let rows = try await database.rows(in: tenant, Self.measurements(of: try concert("concert_id"), tenant))
        var histograms: [LiveTransport: DelayHistogram] = [:]
        var minutes: [LiveReport.Minute] = []
        var tracks: [LiveReport.Track] = []
        for row in rows {
            let label: String = try row("label")
            let number: Int64 = try row("number")
            let count: Int64 = try row("count")
            switch LiveMeasurements.Kind(rawValue: try row("kind")) {
            case .delay:
                if let transport = LiveTransport(rawValue: label) {
                    histograms[transport, default: DelayHistogram()].add(count, at: number)
                }
            case .listeners:
                minutes.append(.init(at: Instant(milliseconds: number * 60_000), listeners: count))
            case .track: tracks.append(.init(name: label, reports: count))
            // A kind of a newer server.
            case nil: break
            }
        }
        return LiveReport(
            concert: try concert("slug"), title: try concert("title"),
            delays: LiveTransport.allCases.compactMap { transport in
                histograms[transport].flatMap { LiveReport.Delay(transport, $0) }
            }, listeners: minutes, tracks: tracks.sorted { ($1.reports, $0.name) < ($0.reports, $1.name) })
    }

    /// Returns the reported delays of the concert that is or was last on the air, by transport.
    func delays(in tenant: TenantID) async throws(PostgresError) -> [LiveReport.Delay] {
        var histograms: [LiveTransport: DelayHistogram] = [:]
        for row in try await database.rows(in: tenant, Self.delays(tenant)) {
            guard let transport = LiveTransport(rawValue: try row("label")) else { continue }
            histograms[transport, default: DelayHistogram()].add(try row("count"), at: try row("number"))
        }
        return LiveTransport.allCases.compactMap { transport in
            histograms[transport].flatMap { LiveReport.Delay(transport, $0) }
        }
    }

    static func delays(_ tenant: TenantID) -> SQL {
        """
        select m.label, m.number, m.count
          from app.live_measurement m
         where m.tenant_id = \(tenant)
           and m.kind = 'delay'
           and m.concert_id = (select h.concert_id
                                 from app.live_change h
                                where h.tenant_id = \(tenant)
                                order by h.revision desc
                                limit 1)
        """
    }

    static func concert(_ id: Concert.ID?, _ tenant: TenantID) -> SQL {
        """
        select c.concert_id, c.slug, c.title
          from app.concert c
         where c.tenant_id = \(tenant)
           and c.concert_id = coalesce(\(id?.rawValue), (select h.concert_id
                                                           from app.live_change h
                                                          where h.tenant_id = \(tenant)
                                                          order by h.revision desc
                                                          limit 1))
        """
    }

    /// Returns the query for the counts of a concert. For each minute, the listeners of all servers are summed.
    static func measurements(of concert: Int64, _ tenant: TenantID) -> SQL {
        """
        select m.kind, case when m.kind = 'listeners' then '' else m.label end as label, m.number,
               sum(m.count)::bigint as count
          from app.live_measurement m
         where m.tenant_id = \(tenant)
           and m.concert_id = \(concert)
         group by 1, 2, 3
         order by 1, 2, 3
        """
    }
}
