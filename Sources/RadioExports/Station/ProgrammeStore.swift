import Foundation
import Postgres
import Radio
import Tenancy
import Web

/// The SQL that reads broadcasts of active shows with all details that documents need.
struct ProgrammeStore: Sendable {
    private let database: TenantDatabase

    private static let selection: StaticString = """
        select a.airing_id, a.channel_id, a.show_id, a.episode_id, a.planned_start, a.planned_end, a.actual_start, a.actual_end,
        a.is_cancelled, a.is_live, a.is_repeat, a.title, a.description, a.revision, a.updated_at
        """

    init(database: TenantDatabase) { self.database = database }

    /// Returns the broadcasts on these channels whose times overlap a period, by channel ID and start, excluding cancelled ones. Makes at most two
    /// round trips.
    func programmes(
        on channels: [Channel.ID], in span: Range<Instant>, of tenant: TenantID
    ) async throws -> [Programme] {
        let since = span.lowerBound.advanced(byMs: -Airing.longestMs)
        return try await programmes(
            try await database.rows(
                in: tenant,
                """
                \(name: Self.selection)
                  from app.airing a
                 where a.tenant_id = \(tenant)
                   and channel_id = any (\(channels.map(\.rawValue)))
                   and starts_at >= \(since.date)
                   and starts_at < \(span.upperBound.date)
                   and ends_at > \(span.lowerBound.date)
                   and not is_cancelled
                 order by channel_id, starts_at
                """), of: tenant)
    }

    /// Returns the broadcasts of a channel whose planned start is in a period, by planned start, excluding cancelled ones.
    func planned(on channel: Channel.ID, in span: Range<Instant>, of tenant: TenantID) async throws -> [Programme] {
        let wide = span.lowerBound.advanced(byMs: -Airing.longestMs)
        let late = span.upperBound.advanced(byMs: Airing.longestMs)
        return try await programmes(
            try await database.rows(
                in: tenant,
                """
                \(name: Self.selection)
                  from app.airing a
                 where a.tenant_id = \(tenant)
                   and channel_id = \(channel.rawValue)
                   and starts_at >= \(wide.date)
                   and starts_at < \(late.date)
                   and planned_start >= \(span.lowerBound.date)
                   and planned_start < \(span.upperBound.date)
                   and not is_cancelled
                 order by planned_start, airing_id
                """), of: tenant)
    }

    /// Returns the broadcasts of a channel that start in a period, by start, including cancelled ones.
    func calendar(of channel: Channel.ID, in span: Range<Instant>, of tenant: TenantID) async throws -> [Programme] {
        try await programmes(
            try await database.rows(
                in: tenant,
                """
                \(name: Self.selection)
                  from app.airing a
                 where a.tenant_id = \(tenant)
                   and channel_id = \(channel.rawValue)
                   and starts_at >= \(span.lowerBound.date)
                   and starts_at < \(span.upperBound.date)
                 order by starts_at, airing_id
                """), of: tenant)
    }

    /// Returns the broadcasts of a show on active channels that start in a period, by start, including cancelled ones.
    func calendar(of show: Show.ID, in span: Range<Instant>, of tenant: TenantID) async throws -> [Programme] {
        try await programmes(
            try await database.rows(
                in: tenant,
                """
                \(name: Self.selection)
                  from app.airing a
                  join app.channel c on c.tenant_id = a.tenant_id and c.channel_id = a.channel_id
                 where a.tenant_id = \(tenant)
                   and c.active
                   and a.show_id = \(show.rawValue)
                   and a.starts_at >= \(span.lowerBound.date)
                   and a.starts_at < \(span.upperBound.date)
                 order by a.starts_at, a.airing_id
                """), of: tenant)
    }

    /// Returns at most `limit` broadcasts on active channels that overlap `span` and for which an account has an alert, by start, including cancelled
    /// ones.
    func calendar(
        alerting account: Int64, in span: Range<Instant>, limit: Int, of tenant: TenantID
    ) async throws -> [Programme] {
        let since = span.lowerBound.advanced(byMs: -Airing.longestMs)
        return try await programmes(
            try await database.rows(
                in: tenant,
                """
                \(name: Self.selection)
                  from (select d.airing_id
                          from app.airing_alert d
                         where d.tenant_id = \(tenant)
                           and d.user_id = \(account)
                         union
                        select n.airing_id
                          from app.show_alert d
                          join app.airing n on n.tenant_id = \(tenant) and n.show_id = d.show_id
                         where d.tenant_id = \(tenant)
                           and d.user_id = \(account)
                           and n.starts_at >= \(since.date)
                           and n.starts_at < \(span.upperBound.date)) w
                  join app.airing a on a.tenant_id = \(tenant) and a.airing_id = w.airing_id
                  join app.channel c on c.tenant_id = \(tenant) and c.channel_id = a.channel_id
                  join app.show s on s.tenant_id = \(tenant) and s.show_id = a.show_id
                 where c.active
                   and s.active
                   and a.starts_at >= \(since.date)
                   and a.starts_at < \(span.upperBound.date)
                   and a.ends_at > \(span.lowerBound.date)
                 order by a.starts_at, a.airing_id
                 limit \(limit)
                """), of: tenant)
    }

    /// Returns the current broadcast of a show on an active channel, or the next one if none is on air; `nil` if there is neither. Cancelled
    /// broadcasts are left out.
    func next(of show: Show.ID, at now: Instant, in tenant: TenantID) async throws -> Programme? {
        let since = now.advanced(byMs: -Airing.longestMs)
        return try await programmes(
            try await database.rows(
                in: tenant,
                """
                \(name: Self.selection)
                  from app.airing a
                  join app.channel c on c.tenant_id = a.tenant_id and c.channel_id = a.channel_id
                 where a.tenant_id = \(tenant)
                   and c.active
                   and a.show_id = \(show.rawValue)
                   and a.starts_at >= \(since.date)
                   and a.ends_at > \(now.date)
                   and not a.is_cancelled
                 order by a.starts_at, a.airing_id
                 limit 1
                """), of: tenant
        ).first
    }

    private func programmes(_ rows: [Row], of tenant: TenantID) async throws -> [Programme] {
        let airings = try rows.map { (try Airing(airingRow: $0), Instant(try $0("updated_at", as: Date.self))) }
        guard !airings.isEmpty else { return [] }
        let excerpts = try Excerpts(
            try await database.batch(
                in: tenant,
                Excerpts.statements(
                    shows: Set(airings.map(\.0.show.rawValue)).sorted(),
                    episodes: Set(airings.compactMap { $0.0.episode?.rawValue }).sorted(), in: tenant),
                idempotent: true)[...])
        return airings.compactMap { airing, updatedAt in
            guard let show = excerpts.shows[airing.show.rawValue] else { return nil }
            return Programme(
                airing: airing, updatedAt: updatedAt, show: show,
                episode: airing.episode.flatMap { excerpts.episodes[$0.rawValue] })
        }
    }
}
