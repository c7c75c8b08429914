import Postgres
import Tenancy

/// A store that reads concerts and their content.
public struct ConcertStore: Sendable {
    let database: TenantDatabase

    public init(database: TenantDatabase) { self.database = database }

    /// Returns all concerts of the tenant, the latest created first.
    public func concerts(in tenant: TenantID) async throws(PostgresError) -> [Concert] {
        try await database.all(
            in: tenant,
            """
            select concert_id, slug, title, revision, floor(extract(epoch from updated_at))::bigint as changed_at
              from app.concert
             where tenant_id = \(tenant)
             order by concert_id desc
            """
        )
    }

    /// Returns the concert with this short name, or `nil` if there is none.
    public func concert(slug: String, in tenant: TenantID) async throws(PostgresError) -> Concert? {
        try await database.first(
            in: tenant,
            """
            select concert_id, slug, title, revision, floor(extract(epoch from updated_at))::bigint as changed_at
              from app.concert
             where tenant_id = \(tenant)
               and slug = \(slug)
            """
        )
    }

    /// Returns the identifier of the concert on the air; `nil` off the air. The query is cheaper than that of `stage(in:)`.
    public func onAir(in tenant: TenantID) async throws(PostgresError) -> Concert.ID? {
        let rows = try await database.rows(in: tenant, "select concert_id from app.live where tenant_id = \(tenant)")
        return try rows.first?.optional("concert_id", as: Int64.self).map(Concert.ID.init)
    }

    /// Returns the concert that phones show, whether a concert is on the air, and since when. O(changes of the live position
    /// since the concert went on the air).
    public func stage(in tenant: TenantID) async throws(PostgresError) -> Stage {
        try await database.first(
            in: tenant,
            """
            select c.concert_id, c.slug, c.title, c.revision, floor(extract(epoch from c.updated_at))::bigint as changed_at,
                   l.concert_id is not null as is_on_air,
                   coalesce(floor(extract(epoch from case when l.concert_id is null then l.at else s.at end))::bigint, 0)
                       as since
              from (select 1) as one
              left join app.live l on l.tenant_id = \(tenant)
              left join app.concert c
                on c.tenant_id = \(tenant)
               and c.concert_id = coalesce(l.concert_id, (select max(n.concert_id)
                                                            from app.concert n
                                                           where n.tenant_id = \(tenant)))
              left join lateral (select min(h.at) as at
                                   from app.live_change h
                                  where h.tenant_id = \(tenant)
                                    and h.revision > coalesce((select max(o.revision)
                                                                 from app.live_change o
                                                                where o.tenant_id = \(tenant)
                                                                  and (o.concert_id <> l.concert_id
                                                                       or o.state = 'off-air')), 0)) as s on true
            """
        ) ?? Stage(concert: nil, isOnAir: false, since: 0)
    }

    /// Returns the pieces of this revision of the concert in the order of the programme, or `nil` if the content has changed or the concert has been
    /// deleted.
    ///
    /// Runs in one transaction. Each statement sees the data committed before that statement, so the revision is read first and last.
    public func pieces(of concert: Concert, in tenant: TenantID) async throws(PostgresError) -> [Piece]? {
        let results = try await database.batch(in: tenant, Self.content(of: concert.id, in: tenant))
        for index in [0, results.count - 1] {
            guard let row = results[index].first, try row("revision") == concert.revision else { return nil }
        }
        return try PieceRows(results).pieces()
    }

    /// Returns the pieces of a concert. The caller must hold a lock that prevents changes of the concert.
    static func pieces(
        of concert: Concert.ID, in tenant: TenantID, _ transaction: Transaction
    ) async throws(PostgresError) -> [Piece] {
        try PieceRows(try await transaction.batch(content(of: concert, in: tenant))).pieces()
    }

    /// Returns the statements whose rows `PieceRows` reads. The first and the last select the revision.
    private static func content(of id: Concert.ID, in tenant: TenantID) -> [SQL] {
        let revision: SQL = """
            select revision from app.concert where tenant_id = \(tenant) and concert_id = \(id)
            """
        return [
            revision,
            """
            select p.piece_id, w.composer, w.title, p.movement, p.recording, p.end_measure, p.end_ms
              from app.piece p
              join app.work w on w.tenant_id = \(tenant) and w.work_id = p.work_id
             where p.tenant_id = \(tenant)
               and p.concert_id = \(id)
             order by p.position
            """,
            """
            select m.piece_id, m.measure, m.start_ms, m.printed, m.pass
              from app.measure m
              join app.piece p on p.tenant_id = \(tenant) and p.piece_id = m.piece_id
             where m.tenant_id = \(tenant)
               and p.concert_id = \(id)
             order by m.piece_id, m.measure
            """,
            """
            select t.piece_id, t.name, t.language, t.level, a.measure, a.start_ms, a.text
              from app.annotation_track t
              join app.piece p on p.tenant_id = \(tenant) and p.piece_id = t.piece_id
              left join app.annotation a on a.tenant_id = \(tenant) and a.track_id = t.track_id
             where t.tenant_id = \(tenant)
               and p.concert_id = \(id)
             order by t.piece_id, t.position, a.position
            """,
            """
            select s.piece_id, s.measure, s.start_ms, s.label, s.colour
              from app.structure_section s
              join app.piece p on p.tenant_id = \(tenant) and p.piece_id = s.piece_id
             where s.tenant_id = \(tenant)
               and p.concert_id = \(id)
             order by s.piece_id, s.position
            """,
            """
            select k.piece_id, k.measure, k.start_ms, k.fifths, k.name
              from app.key_signature k
              join app.piece p on p.tenant_id = \(tenant) and p.piece_id = k.piece_id
             where k.tenant_id = \(tenant)
               and p.concert_id = \(id)
             order by k.piece_id, k.measure
            """,
            """
            select i.piece_id, i.measure, i.start_ms, i.value
              from app.intensity i
              join app.piece p on p.tenant_id = \(tenant) and p.piece_id = i.piece_id
             where i.tenant_id = \(tenant)
               and p.concert_id = \(id)
             order by i.piece_id, i.measure
            """,
            revision,
        ]
    }
}

/// The concert that phones show, and whether a concert is on the air.
public struct Stage: Sendable, Hashable {
    /// The concert on the air, or otherwise the concert that was created last; `nil` if the tenant has no concert.
    public let concert: Concert?
    public let isOnAir: Bool
    /// The time at which a concert last went on or off the air, in whole seconds since 1970; 0 if no concert ever did.
    public let since: Int64
}

extension Stage: RowDecodable {
    public init(row: Row) throws(PostgresError) {
        let id: Int64? = try row.optional("concert_id")
        concert = id == nil ? nil : try Concert(row: row)
        isOnAir = try row("is_on_air")
        since = try row("since")
    }
}

extension Concert: RowDecodable {
    public init(row: Row) throws(PostgresError) {
        self.init(
            id: ID(rawValue: try row("concert_id")), slug: try row("slug"), title: try row("title"),
            revision: try row("revision"), changedAt: try row("changed_at"))
    }
}
