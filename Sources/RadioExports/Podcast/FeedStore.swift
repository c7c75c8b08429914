import Foundation
import Postgres
import Radio
import Tenancy
import Web

/// The SQL that reads the data for a show's feed and a recording's chapters.
struct FeedStore: Sendable {
    private let database: TenantDatabase

    init(database: TenantDatabase) { self.database = database }

    /// Returns an active show and these episodes by ID, or `nil` if no active show has the ID. Unknown episodes are left out.
    func show(_ id: Show.ID, episodes: [Episode.ID], in tenant: TenantID) async throws -> (
        show: ShowExcerpt, episodes: [Int64: EpisodeExcerpt]
    )? {
        let excerpts = try Excerpts(
            try await database.batch(
                in: tenant,
                Excerpts.statements(shows: [id.rawValue], episodes: episodes.map(\.rawValue), in: tenant),
                idempotent: true)[...])
        return excerpts.shows[id.rawValue].map { ($0, excerpts.episodes) }
    }

    /// Returns the chapters of a recording, or `nil` if the recording is not available at `now` or its show is inactive. The chapters are the cuts of
    /// the recorded broadcast that have a title and start within the recording, in order of start.
    func chapters(of version: Version.ID, at now: Instant, in tenant: TenantID) async throws -> Chapters? {
        let results = try await database.batch(
            in: tenant,
            [
                """
                select e.title, s.title as show, v.duration_ms
                  from app.version v
                  join app.episode e on e.tenant_id = v.tenant_id and e.episode_id = v.episode_id
                  join app.show s on s.tenant_id = v.tenant_id and s.show_id = v.show_id
                 where v.tenant_id = \(tenant)
                   and v.version_id = \(version.rawValue)
                   and s.active
                   and v.available_from <= \(now.date)
                   and (v.available_until is null or v.available_until > \(now.date))
                """,
                """
                select c.title, c.artist, c.duration_ms, c.starts_at, a.starts_at as airing_start, v.airing_offset_ms,
                       i.url, i.art_id, i.position
                  from app.version v
                  join app.airing a on a.tenant_id = v.tenant_id and a.airing_id = v.airing_id
                  join app.cut c on c.tenant_id = a.tenant_id and c.airing_id = a.airing_id
                  left join app.art_image i on i.tenant_id = c.tenant_id and i.art_id = c.art_id and i.position = 0
                 where v.tenant_id = \(tenant)
                   and v.version_id = \(version.rawValue)
                   and c.starts_at is not null
                   and c.title <> ''
                 order by c.starts_at, c.cut_id
                """,
            ], idempotent: true)
        guard let row = results[0].first else { return nil }
        var chapters = Chapters(
            title: try row("title"), show: try row("show"), durationMs: try row.optional("duration_ms"))
        for row in results[1] {
            let start = Instant(try row("starts_at", as: Date.self)).milliseconds
            let begin = Instant(try row("airing_start", as: Date.self)).milliseconds
            let offset: Int64 = try row("airing_offset_ms")
            var picture: String?
            if let art: Int64 = try row.optional("art_id") {
                let position: Int32 = try row("position")
                picture = try row.optional("url") ?? Art.path(of: Art.ID(rawValue: art), at: position)
            }
            chapters.add(
                Chapters.Chapter(
                    title: try row("title"), artist: try row("artist"), startMs: start - begin - offset,
                    durationMs: try row.optional("duration_ms"), picture: picture))
        }
        return chapters
    }
}
