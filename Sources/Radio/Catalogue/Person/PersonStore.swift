import Postgres
import Tenancy

/// A store for people.
package struct PersonStore: CatalogueStore {
    package static let kind = CatalogueKind.person
    package static let table = CatalogueTable<PersonContent>(
        name: "app.person", key: "person_id", searched: "name", order: [.text("name")],
        columns: [
            .init("name") { $0.name }, .init("biography") { $0.biography }, .init("art_id") { $0.art?.key },
        ])
    package let database: TenantDatabase

    package init(database: TenantDatabase) {
        self.database = database
    }

    package func content(of row: Row) throws -> PersonContent {
        PersonContent(
            name: try row("name"), biography: try row("biography"), art: try row.optional("art_id").map(Reference.init))
    }

    /// Returns the statements that delete the person and their credits. The music log keeps the artist's name as text.
    package func removal(of key: Int64, in tenant: TenantID) -> [SQL] {
        [
            """
            update app.cut
               set person_id = null, updated_at = now()
             where tenant_id = \(tenant)
               and person_id = \(key)
            """,
            Self.table.deletion(of: key, in: tenant),
        ]
    }

    package func touched(by key: Int64, in tenant: TenantID) -> SQL? {
        """
        select show_id
          from app.show_credit
         where tenant_id = \(tenant)
           and person_id = \(key)
         union
        select e.show_id
          from app.episode_credit c
          join app.episode e on e.tenant_id = c.tenant_id and e.episode_id = c.episode_id
         where c.tenant_id = \(tenant)
           and c.person_id = \(key)
        """
    }
}
