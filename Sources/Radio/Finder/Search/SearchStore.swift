import Postgres
import Tenancy
import Web

/// A store that searches the tenant's indexed words (`app.finder_word`, `app.finder_name`).
///
/// Index ranges find words and prefixes, and forms with deleted letters find misspelt words (`Typo`). Row-level security allows both in an index scan
/// (spec O2.6).
public struct SearchStore: Sendable {
    let database: TenantDatabase

    /// The maximum number of entries that each subquery of a statement reads. An entry is one word of one show or item in one field.
    static let readLimit: Int64 = 1000
    /// The maximum number of items read per entry.
    static let itemLimit: Int64 = 500
    /// The maximum number of best matches that are checked for on-demand episodes, unless the page ends later.
    static let rankedLimit = 1000
    /// The minimum number of equal matches that are checked first, usually enough to fill the page.
    static let rankedPortion = 100

    public init(database: TenantDatabase) { self.database = database }

    /// Returns a page of the items that contain every search word, best first. Makes at most five round trips.
    public func results(_ query: SearchQuery, at now: Instant, in tenant: TenantID) async throws -> SearchPage {
        guard !query.words.isEmpty else { return SearchPage(results: [], total: 0) }
        let ranking = try await found(query, in: tenant)
        let end = query.offset + query.limit
        let best = ranking.best(query.types, reaching: end, limit: Self.rankedLimit)
        let ordered = try await ordered(best.items, reaching: end, at: now, in: tenant)
        let page = ordered.dropFirst(query.offset).prefix(query.limit)
        let details = try await details(page.map(\.item), in: tenant)
        let results = page.compactMap { item, match, isOnDemand in
            details[item].map { SearchResult($0, item: item, match: match, isOnDemand: isOnDemand) }
        }
        return SearchPage(results: results, total: best.total)
    }

    // MARK: - Words

    private func found(_ query: SearchQuery, in tenant: TenantID) async throws -> SearchRanking {
        let likely = try await likely(query.words, in: tenant)
        let isOfShows = !query.types.isDisjoint(with: [.show, .serial, .episode])
        let isOfNames = !query.types.isDisjoint(with: [.person, .channel, .topic])
        var statements: [(word: Int, isName: Bool, sql: SQL)] = []
        for (index, word) in query.words.enumerated() {
            if isOfShows { statements.append((index, false, words(word, likely[index], in: tenant))) }
            if isOfNames { statements.append((index, true, names(word, likely[index], in: tenant))) }
        }
        let answers = try await database.batch(in: tenant, statements.map(\.sql))
        var ranking = SearchRanking(words: query.words.count)
        for (statement, rows) in zip(statements, answers) {
            let searched = query.words[statement.word]
            for row in rows {
                guard
                    let match = SearchResult.Match(searched: searched, found: try row("word"), field: try row("field"))
                else {
                    continue
                }
                for item in statement.isName ? [try row.nameItem()] : try row.showItems() {
                    ranking.add(item, word: statement.word, match)
                }
            }
        }
        return ranking
    }

    /// Returns, for each search word, the indexed words that resemble it within the tolerance of `Typo`, except those that begin with it.
    private func likely(_ words: [String], in tenant: TenantID) async throws -> [[String]] {
        let searched = words.map(Typo.lookupForms)
        let gaps = searched.reduce(into: Set()) { $0.formUnion($1) }.sorted()
        guard !gaps.isEmpty else { return words.map { _ in [] } }
        let near = try await database.rows(in: tenant, near(gaps, in: tenant)).map { try $0("word", as: String.self) }
        return words.map { word in
            let limit = Typo.tolerance(letters: word.unicodeScalars.count)
            guard limit > 0 else { return [] }
            return near.filter { !$0.utf8.starts(with: word.utf8) && Typo.isWithin(limit, word, $0) }
        }
    }

    func near(_ gaps: [String], in tenant: TenantID) -> SQL {
        """
        select distinct word
          from app.finder_gap
         where tenant_id = \(tenant)
           and gap = any (\(gaps))
         limit 5000
        """
    }

    /// Returns the statement for the entries of shows with the word, a word with this prefix, or one of `likely`.
    func words(_ word: String, _ likely: [String], in tenant: TenantID) -> SQL {
        """
        select n.word, f.field, n.show_id, n.items
          from (values (0::smallint), (1::smallint), (2::smallint)) as f (field)
         cross join lateral (
               (select w.word, w.show_id, w.items[1:\(Self.itemLimit)] as items
                  from app.finder_word w
                 where w.tenant_id = \(tenant)
                   and w.field = f.field
                   and w.word >= \(word)
                   and w.word < \(word + "\u{10FFFF}")
                 order by w.word, w.show_id
                 limit \(Self.readLimit))
                union all
               (select w.word, w.show_id, w.items[1:\(Self.itemLimit)]
                  from app.finder_word w
                 where w.tenant_id = \(tenant)
                   and w.field = f.field
                   and w.word = any (\(likely))
                 limit \(Self.readLimit))) n
        """
    }

    /// Returns the statement for the entries of people, channels and topics with the word, a word with this prefix, or one of `likely`.
    func names(_ word: String, _ likely: [String], in tenant: TenantID) -> SQL {
        """
        select n.word, f.field, n.kind, n.item_id
          from (values (0::smallint), (1::smallint), (2::smallint)) as f (field)
         cross join lateral (
               (select w.word, w.kind, w.item_id
                  from app.finder_name w
                 where w.tenant_id = \(tenant)
                   and w.field = f.field
                   and w.word >= \(word)
                   and w.word < \(word + "\u{10FFFF}")
                 order by w.word
                 limit \(Self.readLimit))
                union all
               (select w.word, w.kind, w.item_id
                  from app.finder_name w
                 where w.tenant_id = \(tenant)
                   and w.field = f.field
                   and w.word = any (\(likely))
                 limit \(Self.readLimit))) n
        """
    }

    // MARK: - On demand

    private typealias RankedItem = (item: SearchRanking.Item, match: SearchResult.Match, isOnDemand: Bool)

    /// Returns the items by match, with on-demand items first among equal matches. If the first items of the last group include enough on-demand
    /// items for a page that ends at `end`, the other items of the group are neither checked nor returned.
    private func ordered(
        _ items: [(item: SearchRanking.Item, match: SearchResult.Match)], reaching end: Int, at now: Instant,
        in tenant: TenantID
    ) async throws -> [RankedItem] {
        guard let last = items.last?.match else { return [] }
        let start = (items.lastIndex { $0.match != last } ?? -1) + 1
        let needed = end - start
        var searched = min(items.count, start + max(2 * needed, Self.rankedPortion))
        var open = try await onDemand(items[..<searched].map(\.item), at: now, in: tenant)
        if searched < items.count, items[start..<searched].count(where: { open.contains($0.item) }) < needed {
            open.formUnion(try await onDemand(items[searched...].map(\.item), at: now, in: tenant))
            searched = items.count
        }
        let ranked = items[..<searched].map { RankedItem($0.item, $0.match, open.contains($0.item)) }
        return ranked.sorted { left, right in
            guard left.match == right.match else { return left.match < right.match }
            guard left.isOnDemand == right.isOnDemand else { return left.isOnDemand }
            return SearchRanking.precedes(left.item, right.item)
        }
    }

    private func onDemand(
        _ items: [SearchRanking.Item], at now: Instant, in tenant: TenantID
    ) async throws -> Set<SearchRanking.Item> {
        func all(_ kind: SearchResult.Kind) -> [SearchRanking.Item] { items.filter { $0.kind == kind } }
        let (shows, serials, episodes) = (all(.show), all(.serial), all(.episode))
        guard !(shows.isEmpty && serials.isEmpty && episodes.isEmpty) else { return [] }
        let answers = try await database.batch(
            in: tenant,
            [
                openShows(shows.map(\.id), at: now, in: tenant), openSerials(serials.map(\.id), at: now, in: tenant),
                openEpisodes(episodes.map(\.id), of: episodes.map(\.show), at: now, in: tenant),
            ])
        let open = try answers.map { Set(try $0.map { try $0("id", as: Int64.self) }) }
        return Set(
            shows.filter { open[0].contains($0.id) } + serials.filter { open[1].contains($0.id) }
                + episodes.filter { open[2].contains($0.id) })
    }

    func openShows(_ shows: [Int64], at now: Instant, in tenant: TenantID) -> SQL {
        """
        select w.show_id as id
          from app.finder_window w
         where w.tenant_id = \(tenant)
           and w.show_id = any (\(shows))
           and w.opens_at <= \(now.date)
           and w.closes_at > \(now.date)
        """
    }

    func openSerials(_ serials: [Int64], at now: Instant, in tenant: TenantID) -> SQL {
        """
        select s.id
          from unnest(\(serials)) as s (id)
         where exists (select from app.episode e
                         join app.finder_episode f
                           on f.tenant_id = \(tenant) and f.show_id = e.show_id and f.episode_id = e.episode_id
                        where e.tenant_id = \(tenant)
                          and e.serial_id = s.id
                          and f.opens_at <= \(now.date)
                          and f.closes_at > \(now.date))
        """
    }

    func openEpisodes(_ episodes: [Int64], of shows: [Int64], at now: Instant, in tenant: TenantID) -> SQL {
        """
        select s.id
          from unnest(\(episodes), \(shows)) as s (id, show_id)
         where exists (select from app.finder_episode f
                        where f.tenant_id = \(tenant)
                          and f.show_id = s.show_id
                          and f.episode_id = s.id
                          and f.opens_at <= \(now.date)
                          and f.closes_at > \(now.date))
        """
    }
}

extension SearchResult.Match {
    /// Creates a match of a search word with an indexed word; `nil` if `field` is unknown.
    init?(searched: String, found: String, field: Int16) {
        guard let field = Field(rawValue: field) else { return nil }
        self.field = field
        form =
            found.utf8.elementsEqual(searched.utf8) ? .exact : found.utf8.starts(with: searched.utf8) ? .prefix : .typo
    }
}

extension Row {
    fileprivate func nameItem() throws(PostgresError) -> SearchRanking.Item {
        let kind: Int16 = try self("kind")
        return SearchRanking.Item(
            kind: kind == 0 ? .person : kind == 1 ? .channel : .topic, id: try self("item_id"), show: 0)
    }

    fileprivate func showItems() throws(PostgresError) -> [SearchRanking.Item] {
        let (show, items): (Int64, [Int64]) = (try self("show_id"), try self("items"))
        return items.map { item in
            SearchRanking.Item(
                kind: item & 3 == 0 ? .show : item & 3 == 1 ? .serial : .episode, id: item >> 2, show: show)
        }
    }
}
