import FoundationEssentials
import Postgres
import Tenancy
import Web

/// A store with the SQL statements about the public view of a show.
struct ShowDetailStore: Sendable {
    let database: TenantDatabase

    /// Returns the public view of an active show, or `nil` if no active show has this ID. `now` determines which recordings and broadcasts count; at
    /// most 500 serials are included.
    ///
    /// Makes one round trip, and a second for the picture; each statement uses an index. Throws `PostgresError`.
    func show(_ id: Int64, at now: Instant, in tenant: Tenant) async throws -> ShowDetail? {
        let found = try await database.batch(
            in: tenant.id, Self.statements(id, now, tenant), idempotent: true)
        guard let row = found[0].first else { return nil }
        let art = try row.optional("art_id", as: Int64.self).map(Art.ID.init(rawValue:))
        let picture = try await ArtFinder.art(art, in: tenant.id, database)
        return ShowDetail(
            id: String(id), title: try row("title"), summary: try row("summary"), description: try row("description"),
            language: try row("language"), website: try row.optional("website"), isMusic: try row("is_music"),
            isForChildren: try row("is_for_children"), art: ArtView(picture, of: .show),
            channels: try found[1].map(ChannelName.init(row:)),
            genres: try found[2].map { GenreView(try Genre(row: $0)) },
            credits: try found[3].map(CreditView.init(row:)),
            serials: try found[4].map(ShowDetail.SerialView.init(row:)),
            counts: ShowDetail.Counts(
                episodes: try row("episodes"), onDemand: try row("on_demand"), upcoming: try row("upcoming")))
    }

    private static func statements(_ id: Int64, _ now: Instant, _ tenant: Tenant) -> [SQL] {
        let collation = Collation(locale: tenant.locale)
        return [
            """
            select s.title, s.summary, s.description, s.language, s.website, s.is_music, s.is_for_children, s.art_id,
                   (select count(*) from app.episode e
                     where e.tenant_id = s.tenant_id and e.show_id = s.show_id) as episodes,
                   (select count(distinct v.episode_id) from app.version v
                     where v.tenant_id = s.tenant_id and v.show_id = s.show_id
                       and \(OnDemandCondition.holds(at: now))) as on_demand,
                   (select count(*) from app.airing a
                      join app.channel c on c.tenant_id = a.tenant_id and c.channel_id = a.channel_id
                     where a.tenant_id = s.tenant_id and a.show_id = s.show_id and a.starts_at > \(now.date)
                       and not a.is_cancelled and c.active) as upcoming
              from app.show s
             where s.tenant_id = \(tenant.id)
               and s.show_id = \(id)
               and s.active
            """,
            """
            select c.channel_id, c.slug, c.name
              from app.show_channel s
              join app.channel c on c.tenant_id = s.tenant_id and c.channel_id = s.channel_id
             where s.tenant_id = \(tenant.id)
               and s.show_id = \(id)
               and c.active
             order by s.position, c.channel_id
            """,
            DetailStatements.genres(in: "app.show_genre", of: "show_id", id, tenant),
            DetailStatements.credits(in: "app.show_credit", of: "show_id", id, tenant),
            """
            select s.serial_id, s.title, s.description, s.total_parts,
                   (select count(*) from app.episode e
                     where e.tenant_id = s.tenant_id and e.serial_id = s.serial_id) as episodes
              from app.serial s
             where s.tenant_id = \(tenant.id)
               and s.show_id = \(id)
             order by s.title \(collation), s.serial_id
             limit 500
            """,
        ]
    }
}

extension ChannelName {
    /// Creates a channel name from the columns `channel_id`, `slug` and `name`.
    init(row: Row) throws(PostgresError) {
        self.init(id: String(try row("channel_id", as: Int64.self)), slug: try row("slug"), name: try row("name"))
    }
}

extension ShowDetail.SerialView {
    fileprivate init(row: Row) throws(PostgresError) {
        self.init(
            id: String(try row("serial_id", as: Int64.self)), title: try row("title"),
            description: try row("description"), totalParts: try row.optional("total_parts"),
            episodes: try row("episodes"))
    }
}
