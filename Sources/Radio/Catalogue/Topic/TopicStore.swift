import Postgres
import Tenancy

/// A store for topics and keywords.
package struct TopicStore: CatalogueStore {
    package static let kind = CatalogueKind.topic
    /// The table, with topics before keywords.
    package static let table = CatalogueTable<TopicContent>(
        name: "app.tag", key: "tag_id", searched: "(title || ' ' || words)",
        order: [.by("kind desc"), .by("position"), .text("title")],
        columns: [
            .init("kind") { $0.kind.rawValue }, .init("title") { $0.title }, .init("position") { $0.position },
            .init("words") { $0.words }, .init("art_id") { $0.art?.key },
        ])
    package let database: TenantDatabase

    package init(database: TenantDatabase) {
        self.database = database
    }

    package func content(of row: Row) throws -> TopicContent {
        TopicContent(
            kind: Tag.Kind(rawValue: try row("kind")) ?? .keyword, title: try row("title"),
            position: try row("position"), words: try row("words"),
            art: try row.optional("art_id").map(Reference.init))
    }

    package func touched(by key: Int64, in tenant: TenantID) -> SQL? {
        """
        select distinct e.show_id
          from app.episode_tag t
          join app.episode e on e.tenant_id = t.tenant_id and e.episode_id = t.episode_id
         where t.tenant_id = \(tenant)
           and t.tag_id = \(key)
        """
    }
}
