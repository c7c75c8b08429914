import Postgres
import Tenancy

/// All SQL about people as programmers edit them.
package struct PersonStore: CatalogueStore {
    package static let kind = CatalogueKind.person
    package let database: TenantDatabase

    package init(database: TenantDatabase) {
        self.database = database
    }

    package func keys(_ list: ListQuery, in tenant: TenantID) -> SQL {
        """
        select person_id as key
          from app.person
         where tenant_id = \(tenant)
           and (\(list.search) is null or position(\(list.search) in lower(name collate "und-x-icu")) > 0)
         order by name \(list.collation), person_id
         limit \(list.limit + 1) offset \(list.offset)
        """
    }

    package func selection(of keys: [Int64], in tenant: TenantID) -> SQL {
        """
        select person_id as key, name, biography, art_id, revision
          from app.person
         where tenant_id = \(tenant)
           and person_id = any (\(keys))
        """
    }

    package func content(of row: Row) throws -> PersonContent {
        PersonContent(
            name: try row("name"), biography: try row("biography"), art: try row.optional("art_id").map(Reference.init))
    }

    package func insertion(of content: PersonContent, in tenant: TenantID) -> SQL {
        """
        insert into app.person (tenant_id, name, biography, art_id)
        values (\(tenant), \(content.name), \(content.biography), \(content.art?.key))
        returning person_id as key
        """
    }

    package func update(of key: Int64, to content: PersonContent, in tenant: TenantID) -> SQL {
        """
        update app.person
           set name = \(content.name), biography = \(content.biography), art_id = \(content.art?.key),
               revision = revision + 1
         where tenant_id = \(tenant)
           and person_id = \(key)
        """
    }

    /// Deletes the person and their credits. The music log keeps the artist's name as text.
    package func removal(of key: Int64, in tenant: TenantID) -> [SQL] {
        [
            """
            update app.cut
               set person_id = null, updated_at = now()
             where tenant_id = \(tenant)
               and person_id = \(key)
            """,
            """
            delete from app.person
             where tenant_id = \(tenant)
               and person_id = \(key)
            """,
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
