import Postgres
import Radio
import Tenancy
import Web

/// The SQL that reads a tenant's public channels.
struct StationStore: Sendable {
    private let database: TenantDatabase

    init(database: TenantDatabase) { self.database = database }

    /// Returns the active channels by number, then name. Channels without a number come last. Makes one round trip.
    func channels(in tenant: TenantID) async throws(PostgresError) -> [StationChannel] {
        let results = try await database.batch(
            in: tenant,
            [
                """
                select channel_id, slug, name, short_name, description, language, website, time_zone, number, art_id
                  from app.channel
                 where tenant_id = \(tenant)
                   and active
                 order by number nulls last, name, channel_id
                """,
                """
                select channel_id, uri, purpose, media_type, bitrate, cost, offset_ms
                  from app.bearer
                 where tenant_id = \(tenant)
                 order by cost, position, uri
                """,
                """
                select c.channel_id, g.name
                  from app.channel_category c
                  join app.category g on g.tenant_id = c.tenant_id and g.category_id = c.category_id
                 where c.tenant_id = \(tenant)
                 order by c.is_primary desc, g.rank, g.name
                """,
                """
                select c.channel_id as key, g.genre_id, g.name, g.code, g.revision
                  from app.channel_genre c
                  join app.genre g on g.tenant_id = c.tenant_id and g.genre_id = c.genre_id
                 where c.tenant_id = \(tenant)
                 order by g.name
                """,
                """
                select i.art_id, i.position, i.width, i.height, i.media_type, i.url
                  from app.art_image i
                 where i.tenant_id = \(tenant)
                   and i.art_id in (select c.art_id from app.channel c where c.tenant_id = \(tenant) and c.active)
                 order by i.art_id, i.position
                """,
            ], idempotent: true)
        var bearers: [Int64: [Bearer]] = [:]
        for row in results[1] { bearers[try row("channel_id"), default: []].append(try Self.bearer(row)) }
        var categories: [Int64: [String]] = [:]
        for row in results[2] { categories[try row("channel_id"), default: []].append(try row("name")) }
        let genres = try Excerpts.genres(results[3])
        let pictures = try Excerpts.pictures(results[4])
        var channels: [StationChannel] = []
        for row in results[0] {
            var channel = try Self.channel(row)
            let key = channel.id.rawValue
            channel.bearers = bearers[key] ?? []
            channel.categories = categories[key] ?? []
            channel.genres = genres[key] ?? []
            if let art: Int64 = try row.optional("art_id") { channel.pictures = pictures[art] ?? [] }
            channels.append(channel)
        }
        return channels
    }

    private static func channel(_ row: Row) throws(PostgresError) -> StationChannel {
        StationChannel(
            id: Channel.ID(rawValue: try row("channel_id")), slug: try row("slug"), name: try row("name"),
            shortName: try row("short_name"), description: try row("description"), language: try row("language"),
            website: try row.optional("website"), number: try row.optional("number"),
            clock: WallClock(try row("time_zone")))
    }

    private static func bearer(_ row: Row) throws(PostgresError) -> Bearer {
        Bearer(
            uri: try row("uri"), purpose: Bearer.Purpose(rawValue: try row("purpose")) ?? .live,
            mediaType: try row("media_type"), bitrate: try row("bitrate"), cost: try row("cost"),
            offsetMs: try row("offset_ms"))
    }
}
