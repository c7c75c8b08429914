import Postgres
import Tenancy
import Web

/// A store with the SQL statements about the public view of a person.
struct PersonDetailStore: Sendable {
    let database: TenantDatabase

    /// Returns a person, or `nil` if unknown. Makes one round trip, and a second for the picture. Finds the shows by the indexes on credits.
    func person(_ id: Int64, in tenant: Tenant) async throws(PostgresError) -> PersonDetail? {
        let found = try await database.batch(
            in: tenant.id,
            [
                """
                select name, biography, art_id
                  from app.person
                 where tenant_id = \(tenant.id)
                   and person_id = \(id)
                """,
                """
                select s.show_id, s.title, c.role, sum(c.episodes)::bigint as episodes
                  from (select show_id, role, 0 as episodes
                          from app.show_credit
                         where tenant_id = \(tenant.id)
                           and person_id = \(id)
                         union all
                        select e.show_id, c.role, count(distinct e.episode_id)
                          from app.episode_credit c
                          join app.episode e on e.tenant_id = c.tenant_id and e.episode_id = c.episode_id
                         where c.tenant_id = \(tenant.id)
                           and c.person_id = \(id)
                         group by e.show_id, c.role) c
                  join app.show s on s.tenant_id = \(tenant.id) and s.show_id = c.show_id
                 where s.active
                 group by s.show_id, s.title, c.role
                 order by s.title \(Collation(locale: tenant.locale)), s.show_id, c.role
                 limit 500
                """,
            ], idempotent: true)
        guard let row = found[0].first else { return nil }
        let art = try row.optional("art_id", as: Int64.self).map(Art.ID.init(rawValue:))
        let picture = try await ArtFinder.art(art, in: tenant.id, database)
        return PersonDetail(
            id: String(id), name: try row("name"), biography: try row("biography"), art: ArtView(picture, of: .person),
            shows: try found[1].map(PersonDetail.Part.init(row:)))
    }
}

extension PersonDetail.Part {
    fileprivate init(row: Row) throws(PostgresError) {
        self.init(
            show: ReferenceView(id: String(try row("show_id", as: Int64.self)), name: try row("title")),
            role: try row("role"), episodes: try row("episodes"))
    }
}
