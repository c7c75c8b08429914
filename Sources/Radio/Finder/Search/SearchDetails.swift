import Postgres
import Tenancy

/// The displayed details of a search result.
struct SearchDetail: Sendable {
    let title: String
    let summary: String
    let show: (id: Show.ID, title: String)?
    let art: FinderArt?
}

extension SearchStore {
    /// Returns the details of the items that exist and that listeners may see.
    func details(
        _ items: [SearchRanking.Item], in tenant: TenantID
    ) async throws -> [SearchRanking.Item: SearchDetail] {
        guard !items.isEmpty else { return [:] }
        let rows = try await database.rows(
            in: tenant, details(items.map(\.kind.rawValue), items.map(\.id), in: tenant))
        let known = Dictionary(uniqueKeysWithValues: items.map { ("\($0.kind.rawValue) \($0.id)", $0) })
        var details: [SearchRanking.Item: SearchDetail] = [:]
        for row in rows {
            let (kind, id): (String, Int64) = (try row("kind"), try row("id"))
            guard let item = known["\(kind) \(id)"] else { continue }
            details[item] = SearchDetail(
                title: try row("title"), summary: try row("summary"),
                show: try row.optional("show_id").map { (Show.ID(rawValue: $0), try row("show_title")) },
                art: try FinderArt(row: row))
        }
        return details
    }

    private func details(_ kinds: [String], _ ids: [Int64], in tenant: TenantID) -> SQL {
        """
        select x.*, a.alt as art_alt, i.url as art_url, i.position as art_position
          from unnest(\(kinds), \(ids)) as n (kind, id)
         cross join lateral (
               select n.kind, n.id, s.title, s.summary, null::bigint as show_id, null::text as show_title, s.art_id
                 from app.show s
                where n.kind = 'show' and s.tenant_id = \(tenant) and s.show_id = n.id
                  and s.active and not s.is_placeholder
                union all
               select n.kind, n.id, r.title, left(r.description, 300), s.show_id, s.title, r.art_id
                 from app.serial r
                 join app.show s on s.tenant_id = \(tenant) and s.show_id = r.show_id
                where n.kind = 'serial' and r.tenant_id = \(tenant) and r.serial_id = n.id
                  and s.active and not s.is_placeholder
                union all
               select n.kind, n.id, e.title, e.summary, s.show_id, s.title, e.art_id
                 from app.episode e
                 join app.show s on s.tenant_id = \(tenant) and s.show_id = e.show_id
                where n.kind = 'episode' and e.tenant_id = \(tenant) and e.episode_id = n.id
                  and s.active and not s.is_placeholder
                union all
               select n.kind, n.id, p.name, left(p.biography, 300), null, null, p.art_id
                 from app.person p
                where n.kind = 'person' and p.tenant_id = \(tenant) and p.person_id = n.id
                union all
               select n.kind, n.id, c.name, left(c.description, 300), null, null, c.art_id
                 from app.channel c
                where n.kind = 'channel' and c.tenant_id = \(tenant) and c.channel_id = n.id and c.active
                union all
               select n.kind, n.id, t.title, '', null, null, t.art_id
                 from app.tag t
                where n.kind = 'topic' and t.tenant_id = \(tenant) and t.tag_id = n.id and t.kind = 'topic') x
          left join app.art a on a.tenant_id = \(tenant) and a.art_id = x.art_id
          left join lateral (select i.url, i.position
                               from app.art_image i
                              where i.tenant_id = \(tenant) and i.art_id = x.art_id
                              order by i.position
                              limit 1) i on true
        """
    }
}

extension SearchResult {
    init(_ detail: SearchDetail, item: SearchRanking.Item, match: Match, isOnDemand: Bool) {
        self.init(
            kind: item.kind, id: item.id, title: detail.title, summary: detail.summary, show: detail.show,
            art: detail.art, isOnDemand: isOnDemand, match: match)
    }
}
