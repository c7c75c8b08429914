import FoundationEssentials
import Postgres
import Tenancy

/// A store for the on-demand versions of one episode.
package struct VersionStore: CatalogueStore {
    package static let kind = CatalogueKind.version
    package static let table = CatalogueTable<VersionContent>(
        name: "app.version", key: "version_id", stamp: .revisionAndTime, searched: "''", order: [.by("available_from")],
        columns: [
            .init("airing_id") { $0.airing?.key }, .init("airing_offset_ms") { $0.airingOffsetMs },
            .init("duration_ms") { $0.durationMs }, .init("available_from") { $0.availableFrom.date },
            .init("available_until") { $0.availableUntil?.date }, .init("is_downloadable") { $0.isDownloadable },
        ])
    package let database: TenantDatabase
    let episode: Int64

    package init(database: TenantDatabase, episode: Int64) {
        self.database = database
        self.episode = episode
    }

    package func keys(_ list: ListQuery, in tenant: TenantID) -> SQL {
        """
        select version_id as key
          from app.version
         where tenant_id = \(tenant)
           and episode_id = \(episode)
         order by available_from, version_id
         limit \(list.limit + 1) offset \(list.offset)
        """
    }

    package func selection(of keys: [Int64], in tenant: TenantID) -> SQL {
        """
        select v.version_id as key, v.airing_id, v.airing_offset_ms, v.duration_ms, v.available_from, v.available_until,
               v.is_downloadable, v.revision,
               (select coalesce(json_agg(json_build_object(
                           'url', url, 'purpose', purpose, 'mediaType', media_type, 'bitrate', bitrate, 'bytes', bytes)
                           order by position, url), '[]')::text
                  from app.version_media m
                 where m.tenant_id = v.tenant_id and m.version_id = v.version_id) as media
          from app.version v
         where v.tenant_id = \(tenant)
           and v.episode_id = \(episode)
           and v.version_id = any (\(keys))
        """
    }

    package func content(of row: Row) throws -> VersionContent {
        VersionContent(
            airing: try row.optional("airing_id").map(Reference.init), airingOffsetMs: try row("airing_offset_ms"),
            durationMs: try row.optional("duration_ms"),
            availableFrom: .init(try row("available_from", as: Date.self)),
            availableUntil: try row.optional("available_until", as: Date.self).map { .init($0) },
            isDownloadable: try row("is_downloadable"), media: try StoredJSON.read(try row("media")))
    }

    package func insertion(of content: VersionContent, in tenant: TenantID) -> SQL {
        """
        insert into app.version (tenant_id, episode_id, show_id, airing_id, airing_offset_ms, duration_ms,
                                 available_from, available_until, is_downloadable)
        select tenant_id, episode_id, show_id, \(content.airing?.key), \(content.airingOffsetMs), \(content.durationMs),
               \(content.availableFrom.date), \(content.availableUntil?.date), \(content.isDownloadable)
          from app.episode
         where tenant_id = \(tenant)
           and episode_id = \(episode)
        returning version_id as key
        """
    }

    package func parts(of key: Int64, _ content: VersionContent, in tenant: TenantID) -> [SQL] {
        [
            "delete from app.version_media where tenant_id = \(tenant) and version_id = \(key)",
            """
            insert into app.version_media (tenant_id, version_id, url, position, purpose, media_type, bitrate, bytes)
            select \(tenant), \(key), url, place - 1, purpose, media_type, bitrate, bytes
              from unnest(\(content.media.map(\.url)), \(content.media.map(\.purpose.rawValue)),
                          \(content.media.map(\.mediaType)), \(content.media.map(\.bitrate)),
                          \(content.media.map(\.bytes)))
                   with ordinality as n (url, purpose, media_type, bitrate, bytes, place)
            """,
        ]
    }

    package func removal(of key: Int64, in tenant: TenantID) -> [SQL] {
        [
            """
            delete from app.version
             where tenant_id = \(tenant)
               and episode_id = \(episode)
               and version_id = \(key)
            """
        ]
    }

    package func touched(by key: Int64, in tenant: TenantID) -> SQL? {
        """
        select show_id
          from app.episode
         where tenant_id = \(tenant)
           and episode_id = \(episode)
        """
    }

    package func scope(in tenant: TenantID) -> (kind: CatalogueKind, statement: SQL)? {
        (
            .episode,
            """
            select episode_id
              from app.episode
             where tenant_id = \(tenant)
               and episode_id = \(episode)
            """
        )
    }
}
