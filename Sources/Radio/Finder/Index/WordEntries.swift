import Postgres
import Tenancy
import Web

/// The entries of `app.finder_word` for some shows. An entry lists the items of one show that contain one word in one field.
struct WordEntries {
    private struct Key: Hashable {
        let show: Int64
        let word: String
        let field: Int16
    }

    private var items: [Key: [Int64]] = [:]

    var words: Set<String> { Set(items.keys.map(\.word)) }

    /// Adds the texts of an item, in the order of `FinderSearchIndex.Field`. A word that occurs in several fields is entered only in the first.
    mutating func add(_ item: Int64, of show: Int64, texts: [String]) {
        var seen: Set<String> = []
        for (field, text) in texts.enumerated() {
            for word in Folding.words(of: text) where seen.insert(word).inserted {
                items[Key(show: show, word: word, field: Int16(field)), default: []].append(item)
            }
        }
    }

    /// Returns the items sorted: the show, then its serials and then its episodes, both newest first, because only the start of a long list is read.
    private static func ordered(_ items: [Int64]) -> [Int64] { items.sorted { ($0 & 3, -$0) < ($1 & 3, -$1) } }

    /// Returns the statements that delete the outdated entries of `shows` and write the new and changed ones.
    func statements(replacing shows: [Int64], in tenant: TenantID) -> [SQL] {
        let rows = items.sorted { ($0.key.word, $0.key.field) < ($1.key.word, $1.key.field) }
        let (of, words) = (rows.map(\.key.show), rows.map(\.key.word))
        let fields = rows.map(\.key.field)
        let lists = rows.map { "{" + Self.ordered($0.value).map(String.init).joined(separator: ",") + "}" }
        return [
            """
            delete from app.finder_word f
             where f.tenant_id = \(tenant)
               and f.show_id = any (\(shows))
               and (f.show_id, f.word, f.field) not in (select n.show_id, n.word, n.field
                                                          from unnest(\(of), \(words), \(fields))
                                                               as n (show_id, word, field))
            """,
            """
            insert into app.finder_word as f (tenant_id, show_id, word, field, items)
            select \(tenant), n.show_id, n.word, n.field, n.items::bigint[]
              from unnest(\(of), \(words), \(fields), \(lists)) as n (show_id, word, field, items)
                on conflict (tenant_id, field, word, show_id) do update
               set items = excluded.items
             where f.items <> excluded.items
            """,
        ]
    }
}

/// The vocabulary, indexed by the forms of `Typo`. Words that are no longer used stay but find nothing.
struct VocabularyStore: Sendable {
    let tenant: TenantID
    let transaction: Transaction

    /// Adds new words. Words of fewer than three letters or with digits are not added.
    func add(_ words: Set<String>) async throws {
        let words = words.filter { !Typo.indexForms($0).isEmpty }.sorted()
        let fresh = try await transaction.rows(
            """
            select n.word
              from unnest(\(words), \(words.map(Typo.lead))) as n (word, gap)
             where not exists (select from app.finder_gap g
                                where g.tenant_id = \(tenant) and g.gap = n.gap and g.word = n.word)
            """
        ).map { try $0("word", as: String.self) }
        let rows = fresh.flatMap { word in Typo.indexForms(word).sorted().map { (gap: $0, word: word) } }
        guard !rows.isEmpty else { return }
        _ = try await transaction.rows(
            """
            insert into app.finder_gap (tenant_id, gap, word)
            select \(tenant), n.gap, n.word
              from unnest(\(rows.map(\.gap)), \(rows.map(\.word))) as n (gap, word)
                on conflict (tenant_id, gap, word) do nothing
            """)
    }
}
