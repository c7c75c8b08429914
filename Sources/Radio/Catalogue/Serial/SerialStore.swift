import Postgres
import Tenancy
import Web

/// A store for serials.
package struct SerialStore: CatalogueStore {
    package static let kind = CatalogueKind.serial
    package static let table = CatalogueTable<SerialContent>(
        name: "app.serial", key: "serial_id", hasShow: true, searched: "title", order: [.text("title")],
        columns: [
            .init("show_id") { $0.show.key }.fixed, .init("title") { $0.title },
            .init("description") { $0.description }, .init("total_parts") { $0.totalParts },
            .init("art_id") { $0.art?.key },
        ])
    package let database: TenantDatabase

    package init(database: TenantDatabase) {
        self.database = database
    }

    package func content(of row: Row) throws -> SerialContent {
        SerialContent(
            show: Reference(try row("show_id")), title: try row("title"), description: try row("description"),
            totalParts: try row.optional("total_parts"), art: try row.optional("art_id").map(Reference.init))
    }

    /// Returns the statements that delete the serial. Its episodes stay in the show.
    package func removal(of key: Int64, in tenant: TenantID) -> [SQL] {
        [
            """
            update app.episode
               set serial_id = null, revision = revision + 1, updated_at = now()
             where tenant_id = \(tenant)
               and serial_id = \(key)
            """,
            Self.table.deletion(of: key, in: tenant),
        ]
    }

    package func check(_ content: SerialContent, inPlaceOf old: SerialContent?) throws {
        guard let old, content.show != old.show else { return }
        throw APIError.invalid("/show", "cannot be changed: the episodes of the serial belong to its show")
    }
}
