import Foundation
import Postgres
import Radio
import Tenancy
import Web

/// The SQL that reads the on-demand recordings that are available (spec R66).
struct RecordingStore: Sendable {
    private let database: TenantDatabase

    /// The maximum number of recordings in a feed.
    static let feedLimit = 1000

    init(database: TenantDatabase) { self.database = database }

    /// Returns at most `feedLimit` recordings of a show that are available at an instant, newest first. The order is that of the
    /// episodes' publication times; the start of availability replaces an unknown one.
    func recordings(of show: Show.ID, at now: Instant, in tenant: TenantID) async throws -> RecordingList {
        let results = try await database.batch(
            in: tenant,
            [
                """
                select v.version_id, v.episode_id, v.duration_ms, v.available_from, v.available_until, v.is_downloadable,
                       exists (select
                                 from app.airing a
                                 join app.cut c on c.tenant_id = a.tenant_id and c.airing_id = a.airing_id
                                 cross join lateral (select a.starts_at + v.airing_offset_ms * interval '1 ms' as at) begin
                                where a.tenant_id = v.tenant_id
                                  and a.airing_id = v.airing_id
                                  and c.title <> ''
                                  and c.starts_at >= begin.at
                                  and (v.duration_ms is null
                                       or c.starts_at < begin.at + v.duration_ms * interval '1 ms')) as has_chapters
                  from app.version v
                  join app.episode e on e.tenant_id = v.tenant_id and e.episode_id = v.episode_id
                 where v.tenant_id = \(tenant)
                   and v.show_id = \(show.rawValue)
                   and v.available_from <= \(now.date)
                   and (v.available_until is null or v.available_until > \(now.date))
                 order by coalesce(e.published_at, v.available_from) desc, v.version_id desc
                 limit \(Self.feedLimit)
                """,
                """
                select min(least(available_until, case when available_from > \(now.date) then available_from end)) as next
                  from app.version
                 where tenant_id = \(tenant)
                   and show_id = \(show.rawValue)
                   and (available_until is null or available_until > \(now.date))
                """,
            ], idempotent: true)
        return try await list(results, in: tenant)
    }

    /// Returns all recordings of these episodes that are available at an instant, in order of episode ID. `hasChapters` is always `false`.
    func recordings(of episodes: [Episode.ID], at now: Instant, in tenant: TenantID) async throws -> RecordingList {
        let keys = Set(episodes.map(\.rawValue)).sorted()
        guard !keys.isEmpty else { return RecordingList(recordings: [], goodUntil: nil) }
        let results = try await database.batch(
            in: tenant,
            [
                """
                select version_id, episode_id, duration_ms, available_from, available_until, is_downloadable,
                       false as has_chapters
                  from app.version
                 where tenant_id = \(tenant)
                   and episode_id = any (\(keys))
                   and available_from <= \(now.date)
                   and (available_until is null or available_until > \(now.date))
                 order by episode_id, version_id
                """,
                """
                select min(least(available_until, case when available_from > \(now.date) then available_from end)) as next
                  from app.version
                 where tenant_id = \(tenant)
                   and episode_id = any (\(keys))
                   and (available_until is null or available_until > \(now.date))
                """,
            ], idempotent: true)
        return try await list(results, in: tenant)
    }

    private func list(_ results: [[Row]], in tenant: TenantID) async throws -> RecordingList {
        var recordings: [Recording] = []
        for row in results[0] { recordings.append(try Self.recording(row)) }
        let next = try results[1].first?.instant("next")
        var media: [Int64: [Recording.Media]] = [:]
        let rows =
            recordings.isEmpty
            ? []
            : try await database.rows(
                in: tenant,
                """
                select version_id, url, purpose, media_type, bitrate, bytes
                  from app.version_media
                 where tenant_id = \(tenant)
                   and version_id = any (\(recordings.map(\.id.rawValue)))
                 order by version_id, position, url
                """)
        for row in rows {
            media[try row("version_id"), default: []].append(
                Recording.Media(
                    url: try row("url"), isDownload: try row("purpose", as: String.self) == "download",
                    mediaType: try row("media_type"), bitrate: try row("bitrate"), bytes: try row.optional("bytes")))
        }
        for index in recordings.indices { recordings[index].media = media[recordings[index].id.rawValue] ?? [] }
        return RecordingList(recordings: recordings, goodUntil: next)
    }

    private static func recording(_ row: Row) throws(PostgresError) -> Recording {
        Recording(
            id: Version.ID(rawValue: try row("version_id")), episode: Episode.ID(rawValue: try row("episode_id")),
            hasChapters: try row("has_chapters"), durationMs: try row.optional("duration_ms"),
            availableFrom: Instant(try row("available_from", as: Date.self)),
            availableUntil: try row.instant("available_until"), isDownloadable: try row("is_downloadable"))
    }
}
