import FoundationEssentials
import Postgres
import Tenancy
import Web

/// A store with the SQL statements about the public view of an episode.
struct EpisodeDetailStore: Sendable {
    let database: TenantDatabase

    /// Returns an episode of an active show, or `nil` if there is none. Makes one round trip, and a second for the picture; each statement uses an
    /// index. Throws `PostgresError`.
    func episode(_ id: Int64, at now: Instant, in tenant: Tenant) async throws -> EpisodeDetail? {
        let found = try await database.batch(
            in: tenant.id, [Self.episode(id, tenant.id)] + Self.around(id, now, tenant), idempotent: true)
        guard let row = found[0].first else { return nil }
        let art = try row.optional("art_id", as: Int64.self).map(Art.ID.init(rawValue:))
        let picture = try await ArtFinder.art(art, in: tenant.id, database)
        let isMusic: Bool = try row("is_music")
        return EpisodeDetail(
            id: String(id), title: try row("title"), summary: try row("summary"), description: try row("description"),
            part: try row.optional("part"), season: try row.optional("season"),
            publishedAt: try row.optional("published_at", as: Date.self).map(Instant.init),
            show: ReferenceView(id: String(try row("show_id", as: Int64.self)), name: try row("show_title")),
            serial: try Self.serial(row), art: ArtView(picture, of: .show),
            genres: try found[1].map { GenreView(try Genre(row: $0)) },
            credits: try found[2].map(CreditView.init(row:)),
            tags: try found[3].map(EpisodeDetail.TagView.init(row:)),
            versions: try found[4].map { try EpisodeDetail.VersionView(row: $0, isMusic: isMusic) })
    }

    private static func serial(_ row: Row) throws -> EpisodeDetail.SerialName? {
        guard let id: Int64 = try row.optional("serial_id") else { return nil }
        return EpisodeDetail.SerialName(
            id: String(id), name: try row("serial_title"), totalParts: try row.optional("total_parts"))
    }

    private static func episode(_ id: Int64, _ tenant: TenantID) -> SQL {
        """
        select e.title, e.summary, e.description, e.part, e.season, e.published_at, e.show_id, s.title as show_title,
               s.is_music, e.serial_id, r.title as serial_title, r.total_parts,
               coalesce(e.art_id, r.art_id, s.art_id) as art_id
          from app.episode e
          join app.show s on s.tenant_id = e.tenant_id and s.show_id = e.show_id
          left join app.serial r on r.tenant_id = e.tenant_id and r.serial_id = e.serial_id
         where e.tenant_id = \(tenant)
           and e.episode_id = \(id)
           and s.active
        """
    }

    private static func around(_ id: Int64, _ now: Instant, _ tenant: Tenant) -> [SQL] {
        let collation = Collation(locale: tenant.locale)
        return [
            DetailStatements.genres(in: "app.episode_genre", of: "episode_id", id, tenant),
            DetailStatements.credits(in: "app.episode_credit", of: "episode_id", id, tenant),
            """
            select t.tag_id, t.kind, t.title
              from app.episode_tag e
              join app.tag t on t.tenant_id = e.tenant_id and t.tag_id = e.tag_id
             where e.tenant_id = \(tenant.id)
               and e.episode_id = \(id)
             order by t.kind desc, t.position, t.title \(collation), t.tag_id
            """,
            """
            select v.version_id, v.airing_id, v.duration_ms, v.available_from, v.available_until, v.is_downloadable,
                   (select coalesce(json_agg(json_build_object(
                               'url', url, 'purpose', purpose, 'mediaType', media_type, 'bitrate', bitrate,
                               'bytes', bytes) order by position, url), '[]')::text
                      from app.version_media m
                     where m.tenant_id = v.tenant_id and m.version_id = v.version_id) as media
              from app.version v
             where v.tenant_id = \(tenant.id)
               and v.episode_id = \(id)
               and v.available_from <= \(now.date)
               and (v.available_until is null or v.available_until > \(now.date))
             order by v.available_from, v.version_id
            """,
        ]
    }
}

extension EpisodeDetail.TagView {
    fileprivate init(row: Row) throws(PostgresError) {
        self.init(id: String(try row("tag_id", as: Int64.self)), kind: try row("kind"), title: try row("title"))
    }
}

extension EpisodeDetail.VersionView {
    fileprivate init(row: Row, isMusic: Bool) throws {
        let mayBeKept = try row("is_downloadable", as: Bool.self) && !isMusic
        let media: [Media] = try StoredJSON.read(try row("media"))
        self.init(
            id: String(try row("version_id", as: Int64.self)),
            airing: try row.optional("airing_id", as: Int64.self).map { String($0) },
            durationMs: try row.optional("duration_ms"),
            availableFrom: Instant(try row("available_from", as: Date.self)),
            availableUntil: try row.optional("available_until", as: Date.self).map(Instant.init),
            isDownloadable: mayBeKept, media: media.filter { mayBeKept || $0.purpose == .stream })
    }
}
