import FoundationEssentials
import Postgres
import Tenancy
import Web

/// All SQL about episodes as programmers edit them.
package struct EpisodeStore: CatalogueStore {
    package static let kind = CatalogueKind.episode
    package let database: TenantDatabase

    package init(database: TenantDatabase) {
        self.database = database
    }

    /// Selects the keys of a page of episodes, newest first.
    package func keys(_ list: ListQuery, in tenant: TenantID) -> SQL {
        """
        select episode_id as key
          from app.episode
         where tenant_id = \(tenant)
           and (\(list.search) is null or position(\(list.search) in lower(title collate "und-x-icu")) > 0)
           and (\(list.show) is null or show_id = \(list.show))
         order by published_at desc nulls last, episode_id desc
         limit \(list.limit + 1) offset \(list.offset)
        """
    }

    package func selection(of keys: [Int64], in tenant: TenantID) -> SQL {
        """
        select e.episode_id as key, e.show_id, e.serial_id, e.title, e.summary, e.description, e.part, e.season,
               e.art_id, e.published_at, e.revision,
               array(select genre_id from app.episode_genre g
                      where g.tenant_id = e.tenant_id and g.episode_id = e.episode_id order by genre_id) as genres,
               array(select person_id from app.episode_credit c
                      where c.tenant_id = e.tenant_id and c.episode_id = e.episode_id order by position) as people,
               array(select role from app.episode_credit c
                      where c.tenant_id = e.tenant_id and c.episode_id = e.episode_id order by position) as roles,
               array(select tag_id from app.episode_tag t
                      where t.tenant_id = e.tenant_id and t.episode_id = e.episode_id order by tag_id) as tags
          from app.episode e
         where e.tenant_id = \(tenant)
           and e.episode_id = any (\(keys))
        """
    }

    package func content(of row: Row) throws -> EpisodeContent {
        EpisodeContent(
            show: Reference(try row("show_id")), serial: try row.optional("serial_id").map(Reference.init),
            title: try row("title"), summary: try row("summary"), description: try row("description"),
            part: try row.optional("part"), season: try row.optional("season"),
            art: try row.optional("art_id").map(Reference.init),
            publishedAt: try row.optional("published_at", as: Date.self).map(Instant.init),
            genres: try row("genres", as: [Int64].self).map(Reference.init),
            credits: zip(try row("people", as: [Int64].self), try row("roles", as: [String].self))
                .map(Credit.init(person:role:)),
            tags: try row("tags", as: [Int64].self).map(Reference.init))
    }

    package func insertion(of content: EpisodeContent, in tenant: TenantID) -> SQL {
        """
        insert into app.episode (tenant_id, show_id, serial_id, title, summary, description, part, season, art_id,
                                 published_at)
        values (\(tenant), \(content.show.key), \(content.serial?.key), \(content.title), \(content.summary),
                \(content.description), \(content.part), \(content.season), \(content.art?.key),
                \(content.publishedAt?.date))
        returning episode_id as key
        """
    }

    package func update(of key: Int64, to content: EpisodeContent, in tenant: TenantID) -> SQL {
        """
        update app.episode
           set serial_id = \(content.serial?.key), title = \(content.title), summary = \(content.summary),
               description = \(content.description), part = \(content.part), season = \(content.season),
               art_id = \(content.art?.key), published_at = \(content.publishedAt?.date), revision = revision + 1,
               updated_at = now()
         where tenant_id = \(tenant)
           and episode_id = \(key)
        """
    }

    package func parts(of key: Int64, _ content: EpisodeContent, in tenant: TenantID) -> [SQL] {
        [
            "delete from app.episode_genre where tenant_id = \(tenant) and episode_id = \(key)",
            """
            insert into app.episode_genre (tenant_id, episode_id, genre_id)
            select \(tenant), \(key), genre_id
              from unnest(\(content.genres.map(\.key))) as n (genre_id)
            """,
            "delete from app.episode_tag where tenant_id = \(tenant) and episode_id = \(key)",
            """
            insert into app.episode_tag (tenant_id, episode_id, tag_id)
            select \(tenant), \(key), tag_id
              from unnest(\(content.tags.map(\.key))) as n (tag_id)
            """,
            "delete from app.episode_credit where tenant_id = \(tenant) and episode_id = \(key)",
            """
            insert into app.episode_credit (tenant_id, episode_id, position, person_id, role)
            select \(tenant), \(key), place - 1, person_id, role
              from unnest(\(content.credits.map(\.person.key)), \(content.credits.map(\.role)))
                   with ordinality as n (person_id, role, place)
            """,
        ]
    }

    /// Deletes the episode and its on-demand versions. Broadcasts of the episode stay, as broadcasts of the show.
    package func removal(of key: Int64, in tenant: TenantID) -> [SQL] {
        [
            """
            update app.airing
               set episode_id = null, revision = revision + 1, updated_at = now()
             where tenant_id = \(tenant)
               and episode_id = \(key)
            """,
            """
            update app.schedule_exception
               set episode_id = null, updated_at = now()
             where tenant_id = \(tenant)
               and episode_id = \(key)
            """,
            """
            delete from app.episode
             where tenant_id = \(tenant)
               and episode_id = \(key)
            """,
        ]
    }

    package func touched(by key: Int64, in tenant: TenantID) -> SQL? {
        """
        select show_id
          from app.episode
         where tenant_id = \(tenant)
           and episode_id = \(key)
        """
    }

    package func check(_ content: EpisodeContent, inPlaceOf old: EpisodeContent?) throws {
        guard let old, content.show != old.show else { return }
        throw APIError.invalid(
            "/show", "cannot be changed: the broadcasts and recordings of the episode belong to its show")
    }

    /// Returns the error for a serial of another show, because the schema allows only serials of the episode's own
    /// show.
    package func refusal(by constraint: String) -> APIError? {
        constraint == "episode_tenant_id_show_id_serial_id_fkey"
            ? .invalid("/serial", "must be the ID of a serial of the same show") : nil
    }
}
