import FoundationEssentials
import Postgres
import Tenancy
import Web

/// A store for the featured shows (spec R36). The computed list is cached for one minute, because its statement reads every listed show.
package final class FeaturedStore: Sendable {
    private let database: TenantDatabase
    private let recent: TenantCache<WholeTenant, Computed>?

    private struct Computed: Sendable {
        let createdAt: Instant
        let shows: [HotShow]
    }

    /// Creates a store. If `keepsComputed` is `false`, the computed list is read at every call, because pages for editors need the current list.
    package init(database: TenantDatabase, keepsComputed: Bool = true) {
        self.database = database
        guard keepsComputed else {
            recent = nil
            return
        }
        recent = TenantCache(
            of: database.observers, .byQuestion, limit: CacheLimit(of: .allTenants, count: PlayingHub.tenantLimit))
    }

    private static let lifetime: Int64 = 60_000

    /// Returns the entries of the editorial list that `HotShow.isShown` includes, in editorial order, and at most `HotShow.computedLimit` other
    /// shows, best first.
    package func lists(
        at now: Instant, bufferMs: Int64, in tenant: TenantID
    ) async throws -> (editorial: [HotShow], computed: [HotShow]) {
        let rows = try await database.rows(in: tenant, Self.editorial(now, bufferMs: bufferMs, in: tenant))
        return HotShow.lists(try rows.map(HotShow.init(hotRow:)), computed: try await computed(at: now, in: tenant))
    }

    private func computed(at now: Instant, in tenant: TenantID) async throws -> [HotShow] {
        func isRecent(_ list: Computed) -> Bool {
            (0..<Self.lifetime).contains(now.milliseconds - list.createdAt.milliseconds)
        }
        @Sendable func read() async throws -> [HotShow] {
            try await database.rows(in: tenant, Self.computed(now, in: tenant)).map(HotShow.init(hotRow:))
        }
        guard let recent else { return try await read() }
        return try await recent.value(of: tenant, where: isRecent) { _ in
            Computed(createdAt: now, shows: try await read())
        }.shows
    }

    /// Returns the statement for the editorial list.
    static func editorial(_ now: Instant, bufferMs: Int64, in tenant: TenantID) -> SQL {
        """
        select s.show_id, s.title, s.summary, s.art_id
          from app.featured_show h
          join app.show s on s.tenant_id = h.tenant_id and s.show_id = h.show_id
         where h.tenant_id = \(tenant)
           and \(HotShow.isShown(at: now, bufferMs: bufferMs, in: tenant))
         order by h.position, h.show_id
        """
    }

    /// Returns the statement for the candidates for the computed list, best first, ranked as in `HotStore.computed` over all active channels.
    static func computed(_ now: Instant, in tenant: TenantID) -> SQL {
        """
        select s.show_id, s.title, s.summary, s.art_id
          from app.finder_show x
          join app.show s on s.tenant_id = \(tenant) and s.show_id = x.show_id
         cross join lateral (
               select max(v.available_from) as newest
                 from app.version v
                where v.tenant_id = \(tenant)
                  and v.show_id = x.show_id
                  and v.available_from <= \(now.date)
                  and v.available_from > \(now.advanced(byMs: -604_800_000).date)
                  and (v.available_until is null or v.available_until > \(now.date))) f
         cross join lateral (
               select count(*) as times
                 from (select
                         from app.airing a
                        where a.tenant_id = \(tenant)
                          and a.show_id = x.show_id
                          and a.starts_at > \(now.date)
                          and a.starts_at < \(now.advanced(byMs: 604_800_000).date)
                          and not a.is_cancelled
                          and x.last_airing > \(now.date)
                          and a.channel_id in (select channel_id from app.channel
                                                where tenant_id = \(tenant) and active)
                        limit 7) t) n
         where x.tenant_id = \(tenant)
           and x.is_listed
           and s.active
           and (f.newest is not null or n.times > 0)
         order by coalesce(1 - extract(epoch from \(now.date) - f.newest) / 604800, 0) + n.times / 7.0 desc, s.show_id
         limit 600
        """
    }
}
