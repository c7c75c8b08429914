import Postgres
import Tenancy
import Web

/// All SQL about the sections of the line-up.
package struct CategoryStore: CatalogueStore {
    package static let kind = CatalogueKind.category
    package let database: TenantDatabase

    package init(database: TenantDatabase) {
        self.database = database
    }

    /// Selects the keys of a page of categories, in the order of the line-up.
    package func keys(_ list: ListQuery, in tenant: TenantID) -> SQL {
        """
        select category_id as key
          from app.category
         where tenant_id = \(tenant)
           and (\(list.search) is null or position(\(list.search) in lower(name collate "und-x-icu")) > 0)
         order by rank, name \(list.collation), category_id
         limit \(list.limit + 1) offset \(list.offset)
        """
    }

    package func selection(of keys: [Int64], in tenant: TenantID) -> SQL {
        """
        select category_id as key, name, rank, revision
          from app.category
         where tenant_id = \(tenant)
           and category_id = any (\(keys))
        """
    }

    package func content(of row: Row) throws -> CategoryContent {
        CategoryContent(name: try row("name"), rank: try row("rank"))
    }

    package func insertion(of content: CategoryContent, in tenant: TenantID) -> SQL {
        """
        insert into app.category (tenant_id, name, rank)
        values (\(tenant), \(content.name), \(content.rank))
        returning category_id as key
        """
    }

    package func update(of key: Int64, to content: CategoryContent, in tenant: TenantID) -> SQL {
        """
        update app.category
           set name = \(content.name), rank = \(content.rank), revision = revision + 1
         where tenant_id = \(tenant)
           and category_id = \(key)
        """
    }

    /// Removes the category from its channels and deletes it.
    package func removal(of key: Int64, in tenant: TenantID) -> [SQL] {
        [
            """
            delete from app.category
             where tenant_id = \(tenant)
               and category_id = \(key)
            """
        ]
    }

    /// Selects the shows on the category's channels, because the finder groups shows by these categories (spec R36).
    package func touched(by key: Int64, in tenant: TenantID) -> SQL? {
        """
        select distinct s.show_id
          from app.channel_category c
          join app.show_channel s on s.tenant_id = c.tenant_id and s.channel_id = c.channel_id
         where c.tenant_id = \(tenant)
           and c.category_id = \(key)
        """
    }

    package func refusal(by constraint: String) -> APIError? {
        constraint == "category_name_key"
            ? APIError(.conflict, code: .nameTaken, "another category already has this name: choose another name") : nil
    }
}
