import Tenancy

extension TestDatabase {
    /// Puts a concert on the air as of a given second since 1970; `nil` takes it off.
    public func putOnAir(_ slug: String?, for tenant: TenantID, at second: Int) async throws {
        let concert = slug.map { "'\($0)'" } ?? "null"
        try await sql(
            """
            insert into app.live (tenant_id, concert_id, piece_id, measure, state, source, revision, at)
            select \(tenant), c.concert_id, p.piece_id, p.position, 'ready', 'operator', 1, to_timestamp(\(second))
              from (select 1) as one
              left join app.concert c on c.tenant_id = \(tenant) and c.slug = \(concert)
              left join app.piece p on p.tenant_id = \(tenant) and p.concert_id = c.concert_id and p.position = 1
                on conflict (tenant_id)
                do update set concert_id = excluded.concert_id, piece_id = excluded.piece_id, measure = excluded.measure,
                              revision = live.revision + 1, at = excluded.at;
            insert into app.live_change (tenant_id, revision, concert_id, piece, measure, state, source, at)
            select tenant_id, revision, concert_id, 'any', 1, 'ready', 'operator', at
              from app.live where tenant_id = \(tenant) and concert_id is not null;
            """)
    }
}
