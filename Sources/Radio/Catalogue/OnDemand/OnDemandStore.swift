import FoundationEssentials
import Postgres
import Tenancy
import Web

/// A store for episodes that listeners can hear on demand: those with a recording that is available now and has a stream. Of several recordings, the
/// one that became available last is used.
package struct OnDemandStore: Sendable {
    private let database: TenantDatabase

    package init(database: TenantDatabase) { self.database = database }

    /// Returns the episodes of active shows with these IDs, in no particular order, including those that cannot be heard now. Other IDs are left out.
    package func episodes(
        _ ids: [Episode.ID], at now: Instant, in tenant: TenantID
    ) async throws -> [OnDemandEpisode] {
        guard !ids.isEmpty else { return [] }
        let rows = try await database.rows(
            in: tenant, Self.episodes(ids.map(\.rawValue), at: now, in: tenant))
        let keys = try Set(rows.compactMap { try $0.optional("art_id", as: Int64.self) }).sorted()
        let pictures =
            keys.isEmpty
            ? []
            : try await database.rows(
                in: tenant, ArtFinder.selection(of: keys.map(Art.ID.init(rawValue:)), in: tenant))
        let arts = try ArtFinder.arts(pictures)
        return try rows.map { row in
            let art = try row.optional("art_id", as: Int64.self).map(Art.ID.init(rawValue:))
            return OnDemandEpisode(
                id: Episode.ID(rawValue: try row("episode_id")), title: try row("title"), show: try row("show_title"),
                durationMs: try row.optional("duration_ms"), streamURL: try row.optional("url"),
                art: art.flatMap { arts[$0] })
        }
    }

    /// Returns at most `limit` episodes that can be heard now, newest recording first: of one active show, or of all if `show` is `nil`. The cost for
    /// all shows is O(shows × limit).
    package func newest(
        of show: Show.ID? = nil, limit: Int, at now: Instant, in tenant: TenantID
    ) async throws -> [OnDemandEpisode] {
        let rows = try await database.rows(
            in: tenant, Self.newest(of: show?.rawValue, limit: limit, at: now, in: tenant))
        let ids = try rows.map { Episode.ID(rawValue: try $0("episode_id")) }
        let found = try await episodes(ids, at: now, in: tenant)
        let byID = Dictionary(found.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return ids.compactMap { byID[$0] }
    }

    private static func episodes(_ ids: [Int64], at now: Instant, in tenant: TenantID) -> SQL {
        """
        select e.episode_id, e.title, s.title as show_title, v.duration_ms, v.url,
               coalesce(e.art_id, r.art_id, s.art_id) as art_id
          from app.episode e
          join app.show s on s.tenant_id = e.tenant_id and s.show_id = e.show_id
          left join app.serial r on r.tenant_id = e.tenant_id and r.serial_id = e.serial_id
          left join lateral (select v.duration_ms, m.url
                               from app.version v
                              cross join lateral (select m.url
                                                    from app.version_media m
                                                   where m.tenant_id = v.tenant_id
                                                     and m.version_id = v.version_id
                                                     and m.purpose = 'stream'
                                                   order by m.position, m.url
                                                   limit 1) m
                              where v.tenant_id = \(tenant)
                                and v.episode_id = e.episode_id
                                and v.available_from <= \(now.date)
                                and (v.available_until is null or v.available_until > \(now.date))
                              order by v.available_from desc, v.version_id desc
                              limit 1) v on true
         where e.tenant_id = \(tenant)
           and e.episode_id = any (\(ids))
           and s.active
        """
    }

    private static func newest(of show: Int64?, limit: Int, at now: Instant, in tenant: TenantID) -> SQL {
        """
        select n.episode_id
          from app.show s
         cross join lateral (select v.episode_id, v.available_from
                               from app.version v
                              where v.tenant_id = \(tenant)
                                and v.show_id = s.show_id
                                and v.available_from <= \(now.date)
                                and (v.available_until is null or v.available_until > \(now.date))
                                and exists (select
                                              from app.version_media m
                                             where m.tenant_id = v.tenant_id
                                               and m.version_id = v.version_id
                                               and m.purpose = 'stream')
                              order by v.available_from desc
                              limit \(Int64(limit))) n
         where s.tenant_id = \(tenant)
           and s.active
           and (\(show)::bigint is null or s.show_id = \(show))
         group by n.episode_id
         order by max(n.available_from) desc, n.episode_id desc
         limit \(Int64(limit))
        """
    }
}
