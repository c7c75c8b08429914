import Postgres
import Tenancy

/// A concert that can be put on the air.
struct LiveChoice: Sendable, Hashable {
    let slug: String
    let title: String
}

extension LiveChoice: RowDecodable {
    init(row: Row) throws(PostgresError) {
        slug = try row("slug")
        title = try row("title")
    }
}

extension LiveStore {
    /// The concerts that have a piece, the newest first; at most 100.
    func choices(in tenant: TenantID) async throws(PostgresError) -> [LiveChoice] {
        try await database.all(
            in: tenant,
            """
            select c.slug, c.title
              from app.concert c
             where c.tenant_id = \(tenant)
               and exists (select
                             from app.piece p
                            where p.tenant_id = \(tenant)
                              and p.concert_id = c.concert_id)
             order by c.updated_at desc, c.concert_id desc
             limit 100
            """
        )
    }
}
