import Postgres
import Tenancy
import Web

/// A store for categories, the sections of the channel line-up.
package struct CategoryStore: CatalogueStore {
    package static let kind = CatalogueKind.category
    package static let table = CatalogueTable<CategoryContent>(
        name: "app.category", key: "category_id", searched: "name", order: [.by("rank"), .text("name")],
        columns: [.init("name") { $0.name }, .init("rank") { $0.rank }])
    package let database: TenantDatabase

    package init(database: TenantDatabase) {
        self.database = database
    }

    package func content(of row: Row) throws -> CategoryContent {
        CategoryContent(name: try row("name"), rank: try row("rank"))
    }

    /// Returns the statement that selects the shows on the category's channels. The finder groups these shows by category (spec R36).
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
