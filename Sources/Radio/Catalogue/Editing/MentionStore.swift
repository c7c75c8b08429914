import Postgres
import Tenancy
import Web

/// The check that the items referenced by content exist.
enum MentionStore {
    private static let tables: [(kind: CatalogueKind, name: StaticString, key: StaticString)] = [
        (.art, "app.art", "art_id"), (.category, "app.category", "category_id"),
        (.channel, "app.channel", "channel_id"),
        (.genre, "app.genre", "genre_id"), (.person, "app.person", "person_id"), (.show, "app.show", "show_id"),
        (.topic, "app.tag", "tag_id"), (.airing, "app.airing", "airing_id"),
    ]

    /// Checks all references in one round trip. Throws `APIError` 422 with a fault for each reference to an unknown item.
    static func check(_ mentions: [Mention], in tenant: TenantID, _ transaction: Transaction) async throws {
        let keys = Dictionary(grouping: mentions, by: \.kind).mapValues { Set($0.map(\.key)).sorted() }
        let tables = Self.tables.filter { keys[$0.kind] != nil }
        let rows = try await transaction.batch(
            tables.map { table in
                """
                select \(name: table.key) as key
                  from \(name: table.name)
                 where tenant_id = \(tenant)
                   and \(name: table.key) = any (\(keys[table.kind] ?? []))
                """
            })
        var found: [CatalogueKind: Set<Int64>] = [:]
        for (table, rows) in zip(tables, rows) {
            found[table.kind] = Set(try rows.map { try $0("key", as: Int64.self) })
        }
        let faults = mentions.filter { found[$0.kind]?.contains($0.key) != true }
            .map {
                APIError.Fault(
                    field: $0.pointer, reason: "must be the ID of \($0.kind.phrase) that exists")
            }
        if !faults.isEmpty { throw APIError.invalid(faults) }
    }
}
