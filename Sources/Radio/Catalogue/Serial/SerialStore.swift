import Postgres
import Tenancy
import Web

/// All SQL about serials as programmers edit them.
package struct SerialStore: CatalogueStore {
    package static let kind = CatalogueKind.serial
    package let database: TenantDatabase

    package init(database: TenantDatabase) {
        self.database = database
    }

    package func keys(_ list: ListQuery, in tenant: TenantID) -> SQL {
        """
        select serial_id as key
          from app.serial
         where tenant_id = \(tenant)
           and (\(list.search) is null or position(\(list.search) in lower(title collate "und-x-icu")) > 0)
           and (\(list.show) is null or show_id = \(list.show))
         order by title \(list.collation), serial_id
         limit \(list.limit + 1) offset \(list.offset)
        """
    }

    package func selection(of keys: [Int64], in tenant: TenantID) -> SQL {
        """
        select serial_id as key, show_id, title, description, total_parts, art_id, revision
          from app.serial
         where tenant_id = \(tenant)
           and serial_id = any (\(keys))
        """
    }

    package func content(of row: Row) throws -> SerialContent {
        SerialContent(
            show: Reference(try row("show_id")), title: try row("title"), description: try row("description"),
            totalParts: try row.optional("total_parts"), art: try row.optional("art_id").map(Reference.init))
    }

    package func insertion(of content: SerialContent, in tenant: TenantID) -> SQL {
        """
        insert into app.serial (tenant_id, show_id, title, description, total_parts, art_id)
        values (\(tenant), \(content.show.key), \(content.title), \(content.description), \(content.totalParts),
                \(content.art?.key))
        returning serial_id as key
        """
    }

    package func update(of key: Int64, to content: SerialContent, in tenant: TenantID) -> SQL {
        """
        update app.serial
           set title = \(content.title), description = \(content.description), total_parts = \(content.totalParts),
               art_id = \(content.art?.key), revision = revision + 1
         where tenant_id = \(tenant)
           and serial_id = \(key)
        """
    }

    /// Deletes the serial. Its episodes stay in the show.
    package func removal(of key: Int64, in tenant: TenantID) -> [SQL] {
        [
            """
            update app.episode
               set serial_id = null, revision = revision + 1, updated_at = now()
             where tenant_id = \(tenant)
               and serial_id = \(key)
            """,
            """
            delete from app.serial
             where tenant_id = \(tenant)
               and serial_id = \(key)
            """,
        ]
    }

    package func touched(by key: Int64, in tenant: TenantID) -> SQL? {
        """
        select show_id
          from app.serial
         where tenant_id = \(tenant)
           and serial_id = \(key)
        """
    }

    package func check(_ content: SerialContent, inPlaceOf old: SerialContent?) throws {
        guard let old, content.show != old.show else { return }
        throw APIError.invalid("/show", "cannot be changed: the episodes of the serial belong to its show")
    }
}
