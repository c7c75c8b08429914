import Postgres
import Tenancy
import Web

/// All SQL about shows as programmers edit them.
package struct ShowStore: CatalogueStore {
    package static let kind = CatalogueKind.show
    package let database: TenantDatabase

    package init(database: TenantDatabase) {
        self.database = database
    }

    package func keys(_ list: ListQuery, in tenant: TenantID) -> SQL {
        """
        select s.show_id as key
          from app.show s
         where s.tenant_id = \(tenant)
           and (\(list.search) is null or position(\(list.search) in lower(s.title collate "und-x-icu")) > 0)
           and (\(list.channel) is null
                or exists (select from app.show_channel c
                            where c.tenant_id = s.tenant_id and c.show_id = s.show_id
                              and c.channel_id = \(list.channel)))
         order by s.title \(list.collation), s.show_id
         limit \(list.limit + 1) offset \(list.offset)
        """
    }

    package func selection(of keys: [Int64], in tenant: TenantID) -> SQL {
        """
        select s.show_id as key, s.title, s.summary, s.description, s.language, s.website, s.art_id, s.is_music,
               s.is_for_children, s.is_placeholder, s.active, s.revision,
               array(select channel_id from app.show_channel c
                      where c.tenant_id = s.tenant_id and c.show_id = s.show_id
                      order by position, channel_id) as channels,
               array(select genre_id from app.show_genre g
                      where g.tenant_id = s.tenant_id and g.show_id = s.show_id order by genre_id) as genres,
               array(select person_id from app.show_credit c
                      where c.tenant_id = s.tenant_id and c.show_id = s.show_id order by position) as people,
               array(select role from app.show_credit c
                      where c.tenant_id = s.tenant_id and c.show_id = s.show_id order by position) as roles
          from app.show s
         where s.tenant_id = \(tenant)
           and s.show_id = any (\(keys))
        """
    }

    package func content(of row: Row) throws -> ShowContent {
        ShowContent(
            title: try row("title"), summary: try row("summary"), description: try row("description"),
            language: try row("language"), website: try row.optional("website"),
            art: try row.optional("art_id").map(Reference.init), isMusic: try row("is_music"),
            isForChildren: try row("is_for_children"), isPlaceholder: try row("is_placeholder"),
            isActive: try row("active"), channels: try row("channels", as: [Int64].self).map(Reference.init),
            genres: try row("genres", as: [Int64].self).map(Reference.init),
            credits: zip(try row("people", as: [Int64].self), try row("roles", as: [String].self))
                .map(Credit.init(person:role:)))
    }

    package func insertion(of content: ShowContent, in tenant: TenantID) -> SQL {
        """
        insert into app.show (tenant_id, title, summary, description, language, website, art_id, is_music,
                              is_for_children, is_placeholder, active)
        values (\(tenant), \(content.title), \(content.summary), \(content.description), \(content.language),
                \(content.website), \(content.art?.key), \(content.isMusic), \(content.isForChildren),
                \(content.isPlaceholder), \(content.isActive))
        returning show_id as key
        """
    }

    package func update(of key: Int64, to content: ShowContent, in tenant: TenantID) -> SQL {
        """
        update app.show
           set title = \(content.title), summary = \(content.summary), description = \(content.description),
               language = \(content.language), website = \(content.website), art_id = \(content.art?.key),
               is_music = \(content.isMusic), is_for_children = \(content.isForChildren),
               is_placeholder = \(content.isPlaceholder), active = \(content.isActive), revision = revision + 1,
               updated_at = now()
         where tenant_id = \(tenant)
           and show_id = \(key)
        """
    }

    package func parts(of key: Int64, _ content: ShowContent, in tenant: TenantID) -> [SQL] {
        [
            "delete from app.show_channel where tenant_id = \(tenant) and show_id = \(key)",
            """
            insert into app.show_channel (tenant_id, show_id, channel_id, position)
            select \(tenant), \(key), channel_id, place - 1
              from unnest(\(content.channels.map(\.key))) with ordinality as n (channel_id, place)
            """,
            "delete from app.show_genre where tenant_id = \(tenant) and show_id = \(key)",
            """
            insert into app.show_genre (tenant_id, show_id, genre_id)
            select \(tenant), \(key), genre_id
              from unnest(\(content.genres.map(\.key))) as n (genre_id)
            """,
            "delete from app.show_credit where tenant_id = \(tenant) and show_id = \(key)",
            """
            insert into app.show_credit (tenant_id, show_id, position, person_id, role)
            select \(tenant), \(key), place - 1, person_id, role
              from unnest(\(content.credits.map(\.person.key)), \(content.credits.map(\.role)))
                   with ordinality as n (person_id, role, place)
            """,
        ]
    }

    /// Deletes the show. The music log must be kept (spec R69), so the cuts of a show that was broadcast prevent its
    /// deletion. Where the show replaced another show's scheduled broadcast, the schedule rule applies again.
    package func removal(of key: Int64, in tenant: TenantID) -> [SQL] {
        [
            """
            update app.version v
               set airing_id = null, revision = v.revision + 1, updated_at = now()
              from app.airing a
             where v.tenant_id = \(tenant)
               and a.tenant_id = v.tenant_id
               and a.airing_id = v.airing_id
               and a.show_id = \(key)
            """,
            """
            delete from app.show
             where tenant_id = \(tenant)
               and show_id = \(key)
            """,
        ]
    }

    package func touched(by key: Int64, in tenant: TenantID) -> SQL? {
        """
        select show_id
          from app.show
         where tenant_id = \(tenant)
           and show_id = \(key)
        """
    }

    package func refusal(by constraint: String) -> APIError? {
        guard constraint == "cut_tenant_id_airing_id_fkey" else { return nil }
        return APIError(
            .conflict, code: .showWasHeard,
            "this show has tracks in the music log, which must be kept: make the show inactive instead")
    }
}
