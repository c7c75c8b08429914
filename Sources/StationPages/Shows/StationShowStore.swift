import Postgres
import Radio
import Tenancy
import Web

/// The SQL that reads the list of shows, including inactive shows and placeholders.
struct StationShowStore: Sendable {
    let database: TenantDatabase

    /// The filter for the list of shows.
    enum Filter: Sendable, Hashable {
        case all
        case channel(Int64)
        case withoutChannel
        case featured
        case inactive
    }

    static let limit = 60

    /// A show in the list.
    struct Line: Sendable, Hashable {
        let id: Int64
        let title: String
        let summary: String
        let art: String?
        let channels: [String]
        let episodes: Int64
        let isActive: Bool
        let isPlaceholder: Bool
        let isFeatured: Bool
    }

    /// A page of shows, with the alphabetic index and the total number of shows of the whole list.
    struct Page: Sendable {
        let lines: [Line]
        let rail: [FinderPage.Letter]
        let total: Int
    }

    /// Returns at most `limit` shows in the order of the Show Finder, without the first `offset`, and the position of each initial letter in the
    /// whole list. `search` is part of the title; empty for all shows.
    ///
    /// The finder's index lacks shows that listeners cannot see, so each call reads and sorts all shows that match.
    func page(
        _ filter: Filter, search: String, offset: Int, in tenant: Tenant
    ) async throws -> Page {
        let words = search.lowercased()
        let (channel, isAll): (Int64?, Bool) =
            if case .channel(let key) = filter { (key, false) } else { (nil, filter == .all) }
        let found = try await database.rows(
            in: tenant.id,
            """
            select s.show_id, s.title
              from app.show s
             where s.tenant_id = \(tenant.id)
               and (\(words) = '' or position(\(words) in lower(s.title collate "und-x-icu")) > 0)
               and (\(isAll)
                    or exists (select from app.show_channel c
                                where c.tenant_id = \(tenant.id) and c.show_id = s.show_id and c.channel_id = \(channel))
                    or (\(filter == .withoutChannel)
                        and not exists (select from app.show_channel c
                                         where c.tenant_id = \(tenant.id) and c.show_id = s.show_id))
                    or (\(filter == .featured)
                        and exists (select from app.featured_show f
                                     where f.tenant_id = \(tenant.id) and f.show_id = s.show_id))
                    or (\(filter == .inactive) and not s.active))
            """)
        let titles = try found.map { AlphabeticIndexKey(try $0("title"), locale: tenant.locale) }
        let collation = Collation(locale: tenant.locale)
        // The shows of each letter must be contiguous.
        let rows = try await database.rows(
            in: tenant.id,
            """
            select show_id, rail
              from unnest(\(try found.map { try $0("show_id", as: Int64.self) }), \(titles.map(\.sortKey)),
                          \(titles.map(\.letter))) as n (show_id, sort_key, rail)
             order by rail \(collation), sort_key \(collation), show_id
            """)
        var (rail, keys): ([FinderPage.Letter], [Int64]) = ([], [])
        for row in rows {
            let letter: String = try row("rail")
            if let last = rail.last, last.key == letter {
                rail[rail.count - 1] = FinderPage.Letter(key: letter, offset: last.offset, count: last.count + 1)
            } else {
                rail.append(FinderPage.Letter(key: letter, offset: keys.count, count: 1))
            }
            keys.append(try row("show_id"))
        }
        let shown = Array(keys.dropFirst(offset).prefix(Self.limit))
        return Page(
            lines: shown.isEmpty
                ? [] : try await database.rows(in: tenant.id, lines(shown, in: tenant.id)).map(Self.line),
            rail: rail, total: keys.count)
    }

    private func lines(_ shows: [Int64], in tenant: TenantID) -> SQL {
        """
        select s.show_id, s.title, s.summary, s.active, s.is_placeholder,
               exists (select from app.featured_show f
                        where f.tenant_id = \(tenant) and f.show_id = s.show_id) as is_featured,
               (select count(*) from app.episode e where e.tenant_id = \(tenant) and e.show_id = s.show_id) as episodes,
               array(select c.name from app.show_channel h
                       join app.channel c on c.tenant_id = \(tenant) and c.channel_id = h.channel_id
                      where h.tenant_id = \(tenant) and h.show_id = s.show_id
                      order by h.position, h.channel_id) as channels,
               \(StationPictureStore.path(of: "s.art_id", in: tenant)) as art
          from unnest(\(shows)) with ordinality as n (show_id, place)
          join app.show s on s.tenant_id = \(tenant) and s.show_id = n.show_id
         order by n.place
        """
    }

    private static func line(_ row: Row) throws -> Line {
        Line(
            id: try row("show_id"), title: try row("title"), summary: try row("summary"), art: try row.optional("art"),
            channels: try row("channels"), episodes: try row("episodes"), isActive: try row("active"),
            isPlaceholder: try row("is_placeholder"), isFeatured: try row("is_featured"))
    }
}
