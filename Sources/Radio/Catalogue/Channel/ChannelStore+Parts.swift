import Postgres
import Tenancy

extension ChannelStore {
    package func parts(of key: Int64, _ content: ChannelContent, in tenant: TenantID) -> [SQL] {
        let links = CatalogueLinks(owner: "channel_id", key: key, tenant: tenant)
        return [
            links.deletion(from: "app.channel_number"),
            """
            insert into app.channel_number (tenant_id, channel_id, platform, number)
            select \(tenant), \(key), platform, number
              from unnest(\(content.numbers.map(\.platform)), \(content.numbers.map(\.number))) as n (platform, number)
            """,
            links.deletion(from: "app.channel_category"),
            """
            insert into app.channel_category (tenant_id, channel_id, category_id, is_primary)
            select \(tenant), \(key), category_id, place = 1
              from unnest(\(content.categories.map(\.key))) with ordinality as n (category_id, place)
            """,
            links.deletion(from: "app.bearer"),
            """
            insert into app.bearer (tenant_id, channel_id, uri, position, purpose, media_type, bitrate, cost, offset_ms)
            select \(tenant), \(key), uri, place - 1, purpose, media_type, bitrate, cost, offset_ms
              from unnest(\(content.bearers.map(\.uri)), \(content.bearers.map(\.purpose.rawValue)),
                          \(content.bearers.map(\.mediaType)), \(content.bearers.map(\.bitrate)),
                          \(content.bearers.map(\.cost)), \(content.bearers.map(\.offsetMs)))
                   with ordinality as n (uri, purpose, media_type, bitrate, cost, offset_ms, place)
            """,
        ] + links.replace("app.channel_genre", "genre_id", by: content.genres)
    }

    /// Returns the statements that delete the channel with its schedule and music log. Recordings of its broadcasts are kept, but no longer refer to
    /// the broadcasts and so lose their chapters.
    package func removal(of key: Int64, in tenant: TenantID) -> [SQL] {
        [
            """
            update app.version v
               set airing_id = null, revision = v.revision + 1, updated_at = now()
              from app.airing a
             where v.tenant_id = \(tenant)
               and a.tenant_id = v.tenant_id
               and a.airing_id = v.airing_id
               and a.channel_id = \(key)
            """,
            """
            delete from app.cut
             where tenant_id = \(tenant)
               and channel_id = \(key)
            """,
            Self.table.deletion(of: key, in: tenant),
        ]
    }
}
