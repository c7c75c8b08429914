import Postgres
import Tenancy
import Web

/// A store for shows.
package struct ShowStore: CatalogueStore {
    package static let kind = CatalogueKind.show
    package static let table = CatalogueTable<ShowContent>(
        name: "app.show", key: "show_id", stamp: .revisionAndTime, hasShow: true, searched: "title",
        order: [.text("title")],
        columns: [
            .init("title") { $0.title }, .init("summary") { $0.summary }, .init("description") { $0.description },
            .init("language") { $0.language }, .init("website") { $0.website }, .init("art_id") { $0.art?.key },
            .init("is_music") { $0.isMusic }, .init("is_for_children") { $0.isForChildren },
            .init("is_placeholder") { $0.isPlaceholder }, .init("active") { $0.isActive },
        ])
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

    package func parts(of key: Int64, _ content: ShowContent, in tenant: TenantID) -> [SQL] {
        let links = CatalogueLinks(owner: "show_id", key: key, tenant: tenant)
        return [
            links.deletion(from: "app.show_channel"),
            """
            insert into app.show_channel (tenant_id, show_id, channel_id, position)
            select \(tenant), \(key), channel_id, number - 1
              from unnest(\(content.channels.map(\.key))) with ordinality as n (channel_id, number)
            """,
        ] + links.replace("app.show_genre", "genre_id", by: content.genres)
            + links.replace("app.show_credit", by: content.credits)
    }

    /// Returns the statements that delete the show with its serials, episodes, recordings, schedule and broadcasts. Deleting a show fails with
    /// `APIError` 409 if one of its broadcasts has cuts in the music log, because the cuts must be kept (spec R69).
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
            Self.table.deletion(of: key, in: tenant),
        ]
    }

    package func refusal(by constraint: String) -> APIError? {
        guard constraint == "cut_tenant_id_airing_id_fkey" else { return nil }
        return APIError(
            .conflict, code: .showWasHeard,
            "this show has tracks in the music log, which must be kept: make the show inactive instead")
    }
}
