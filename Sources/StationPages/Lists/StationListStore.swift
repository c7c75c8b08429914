import Postgres
import Tenancy

/// The SQL that counts the entries of the editorial lists.
struct StationListStore: Sendable {
    let database: TenantDatabase

    /// The maximum number of channels in the overview.
    static let limit = 60

    /// The numbers of shows in the editorial lists.
    struct Counts: Sendable {
        let featured: Int64
        /// The number of shows in each channel's list, channels with a list first.
        let channels: [(key: Int64, name: String, picture: String?, shows: Int64)]
        /// Whether more than `limit` channels match, so that some are left out of `channels`.
        let isPart: Bool
    }

    func counts(search: String, in tenant: Tenant) async throws -> Counts {
        let words = search.lowercased()
        let tables = try await database.batch(
            in: tenant.id,
            [
                "select count(*) as shows from app.featured_show where tenant_id = \(tenant.id)",
                """
                select c.channel_id, c.name, n.shows, \(StationPictureStore.path(of: "c.art_id", in: tenant.id)) as art
                  from app.channel c
                 cross join lateral (select count(*) as shows
                                       from app.hot_show h
                                      where h.tenant_id = \(tenant.id) and h.channel_id = c.channel_id) n
                 where c.tenant_id = \(tenant.id)
                   and (\(words) = '' or position(\(words) in lower(c.name collate "und-x-icu")) > 0)
                 order by n.shows > 0 desc, c.number nulls last, c.name \(Collation(locale: tenant.locale)), c.channel_id
                 limit \(Self.limit + 1)
                """,
            ], idempotent: true)
        let channels = try tables[1].map { row in
            (
                key: try row("channel_id", as: Int64.self), name: try row("name", as: String.self),
                picture: try row.optional("art", as: String.self), shows: try row("shows", as: Int64.self)
            )
        }
        return Counts(
            featured: try tables[0][0]("shows"), channels: Array(channels.prefix(Self.limit)),
            isPart: channels.count > Self.limit)
    }
}
