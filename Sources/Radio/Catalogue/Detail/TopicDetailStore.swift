import FoundationEssentials
import Postgres
import Tenancy
import Web

/// A store with the SQL statements about the public view of topics.
struct TopicDetailStore: Sendable {
    let database: TenantDatabase

    /// Returns the topics, excluding keywords, in editorial order, then by title, at most 1,000. Makes one round trip, and a second for the pictures.
    /// O(n) in the number of the topics' episodes, because the statement counts the episodes on demand.
    func topics(at now: Instant, in tenant: Tenant) async throws(PostgresError) -> [TopicView] {
        let rows = try await database.rows(
            in: tenant.id,
            """
            \(Self.selection(at: now))
             where t.tenant_id = \(tenant.id)
               and t.kind = 'topic'
             order by t.position, t.title \(Collation(locale: tenant.locale)), t.tag_id
             limit 1000
            """)
        return try await views(rows, in: tenant.id)
    }

    /// Returns a topic or keyword with one page of its episodes that belong to active shows and are on demand at `now`; `nil` if the tenant has no
    /// topic or keyword with this ID. Throws `PostgresError`.
    func topic(_ id: Int64, _ list: ListQuery, at now: Instant, in tenant: Tenant) async throws -> TopicDetail? {
        let found = try await database.batch(in: tenant.id, Self.page(id, list, now, tenant.id), idempotent: true)
        guard let topic = try await views(found[0], in: tenant.id).first else { return nil }
        let shown = found[1].prefix(list.limit)
        let arts = try await self.arts(Array(shown), in: tenant.id)
        return TopicDetail(
            topic: topic, items: try shown.map { try TopicDetail.Row(row: $0, arts) },
            next: found[1].count > list.limit ? String(list.offset + list.limit) : nil)
    }

    /// The selection of topics and keywords `t` with the columns of `TopicView`.
    private static func selection(at now: Instant) -> SQLFragment {
        """
        select t.tag_id, t.kind, t.title, t.art_id,
               (select count(*)
                  from app.episode_tag n
                  join app.episode e on e.tenant_id = n.tenant_id and e.episode_id = n.episode_id
                  join app.show s on s.tenant_id = e.tenant_id and s.show_id = e.show_id
                 where n.tenant_id = t.tenant_id and n.tag_id = t.tag_id and s.active
                   and \(isOnDemand(at: now))) as on_demand
          from app.tag t
        """
    }

    /// The condition that a recording of the episode `e` is available on demand at `now`.
    private static func isOnDemand(at now: Instant) -> SQLFragment {
        """
        exists (select from app.version v
                 where v.tenant_id = e.tenant_id and v.episode_id = e.episode_id
                   and \(OnDemandCondition.holds(at: now)))
        """
    }

    private static func page(_ id: Int64, _ list: ListQuery, _ now: Instant, _ tenant: TenantID) -> [SQL] {
        [
            """
            \(selection(at: now))
             where t.tenant_id = \(tenant)
               and t.tag_id = \(id)
            """,
            """
            select e.episode_id, e.title, e.summary, e.published_at, s.show_id, s.title as show_title,
                   coalesce(e.art_id, s.art_id) as art_id
              from app.episode_tag t
              join app.episode e on e.tenant_id = t.tenant_id and e.episode_id = t.episode_id
              join app.show s on s.tenant_id = e.tenant_id and s.show_id = e.show_id
             where t.tenant_id = \(tenant)
               and t.tag_id = \(id)
               and s.active
               and \(isOnDemand(at: now))
             order by e.published_at desc nulls last, e.episode_id desc
             limit \(list.limit + 1) offset \(list.offset)
            """,
        ]
    }

    private func views(_ rows: [Row], in tenant: TenantID) async throws(PostgresError) -> [TopicView] {
        let arts = try await self.arts(rows, in: tenant)
        var views: [TopicView] = []
        for row in rows {
            let art = try row.optional("art_id", as: Int64.self).flatMap { arts[Art.ID(rawValue: $0)] }
            views.append(
                TopicView(
                    id: String(try row("tag_id", as: Int64.self)), kind: try row("kind"), title: try row("title"),
                    art: ArtView(art, of: .show), onDemand: try row("on_demand")))
        }
        return views
    }

    private func arts(_ rows: [Row], in tenant: TenantID) async throws(PostgresError) -> [Art.ID: Art] {
        var ids: Set<Int64> = []
        for row in rows { if let id: Int64 = try row.optional("art_id") { ids.insert(id) } }
        if ids.isEmpty { return [:] }
        let wanted = ids.sorted().map(Art.ID.init(rawValue:))
        return try ArtFinder.arts(await database.rows(in: tenant, ArtFinder.selection(of: wanted, in: tenant)))
    }
}

extension TopicDetail.Row {
    fileprivate init(row: Postgres.Row, _ arts: [Art.ID: Art]) throws(PostgresError) {
        let art = try row.optional("art_id", as: Int64.self).flatMap { arts[Art.ID(rawValue: $0)] }
        self.init(
            id: String(try row("episode_id", as: Int64.self)), title: try row("title"), summary: try row("summary"),
            publishedAt: try row.optional("published_at", as: Date.self).map(Instant.init),
            show: ReferenceView(id: String(try row("show_id", as: Int64.self)), name: try row("show_title")),
            art: ArtView(art, of: .show))
    }
}
