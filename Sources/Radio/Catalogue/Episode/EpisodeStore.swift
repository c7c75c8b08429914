import FoundationEssentials
import Postgres
import Tenancy
import Web

/// A store for episodes.
package struct EpisodeStore: CatalogueStore {
    package static let kind = CatalogueKind.episode
    package static let table = CatalogueTable<EpisodeContent>(
        name: "app.episode", key: "episode_id", stamp: .revisionAndTime, hasShow: true, searched: "title",
        order: [.by("published_at desc nulls last"), .by("episode_id desc")],
        columns: [
            .init("show_id") { $0.show.key }.fixed, .init("serial_id") { $0.serial?.key },
            .init("title") { $0.title }, .init("summary") { $0.summary }, .init("description") { $0.description },
            .init("part") { $0.part }, .init("season") { $0.season }, .init("art_id") { $0.art?.key },
            .init("published_at") { $0.publishedAt?.date },
        ])
    package let database: TenantDatabase

    package init(database: TenantDatabase) {
        self.database = database
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

    package func parts(of key: Int64, _ content: EpisodeContent, in tenant: TenantID) -> [SQL] {
        let links = CatalogueLinks(owner: "episode_id", key: key, tenant: tenant)
        return links.replace("app.episode_genre", "genre_id", by: content.genres)
            + links.replace("app.episode_tag", "tag_id", by: content.tags)
            + links.replace("app.episode_credit", by: content.credits)
    }

    /// Returns the statements that delete the episode and its on-demand versions. Its broadcasts and schedule exceptions remain, without an episode.
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
            Self.table.deletion(of: key, in: tenant),
        ]
    }

    package func check(_ content: EpisodeContent, inPlaceOf old: EpisodeContent?) throws {
        guard let old, content.show != old.show else { return }
        throw APIError.invalid(
            "/show", "cannot be changed: the broadcasts and recordings of the episode belong to its show")
    }

    /// Returns the 422 error for a serial of another show, which the schema forbids; `nil` for another constraint.
    package func refusal(by constraint: String) -> APIError? {
        constraint == "episode_tenant_id_show_id_serial_id_fkey"
            ? .invalid("/serial", "must be the ID of a serial of the same show: choose another serial") : nil
    }
}
