import Postgres
import Tenancy

/// All SQL about topics and keywords as programmers edit them.
package struct TopicStore: CatalogueStore {
    package static let kind = CatalogueKind.topic
    package let database: TenantDatabase

    package init(database: TenantDatabase) {
        self.database = database
    }

    /// Selects the keys of a page of tags: topics in their order, then keywords.
    package func keys(_ list: ListQuery, in tenant: TenantID) -> SQL {
        """
        select tag_id as key
          from app.tag
         where tenant_id = \(tenant)
           and (\(list.search) is null
                or position(\(list.search) in lower((title || ' ' || words) collate "und-x-icu")) > 0)
         order by kind desc, position, title \(list.collation), tag_id
         limit \(list.limit + 1) offset \(list.offset)
        """
    }

    package func selection(of keys: [Int64], in tenant: TenantID) -> SQL {
        """
        select tag_id as key, kind, title, position, words, art_id, revision
          from app.tag
         where tenant_id = \(tenant)
           and tag_id = any (\(keys))
        """
    }

    package func content(of row: Row) throws -> TopicContent {
        TopicContent(
            kind: Tag.Kind(rawValue: try row("kind")) ?? .keyword, title: try row("title"),
            position: try row("position"), words: try row("words"),
            art: try row.optional("art_id").map(Reference.init))
    }

    package func insertion(of content: TopicContent, in tenant: TenantID) -> SQL {
        """
        insert into app.tag (tenant_id, kind, title, position, words, art_id)
        values (\(tenant), \(content.kind.rawValue), \(content.title), \(content.position), \(content.words),
                \(content.art?.key))
        returning tag_id as key
        """
    }

    package func update(of key: Int64, to content: TopicContent, in tenant: TenantID) -> SQL {
        """
        update app.tag
           set kind = \(content.kind.rawValue), title = \(content.title), position = \(content.position),
               words = \(content.words), art_id = \(content.art?.key), revision = revision + 1
         where tenant_id = \(tenant)
           and tag_id = \(key)
        """
    }

    /// Removes the tag from its episodes and deletes it.
    package func removal(of key: Int64, in tenant: TenantID) -> [SQL] {
        [
            """
            delete from app.tag
             where tenant_id = \(tenant)
               and tag_id = \(key)
            """
        ]
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
