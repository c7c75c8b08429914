import Postgres
import Tenancy
import Web

/// The check that all items to which content refers exist.
enum MentionStore {
    /// Throws 422 with a fault for every reference to an unknown item. Runs one statement by primary keys.
    static func check(_ mentions: [Mention], in tenant: TenantID, _ transaction: Transaction) async throws {
        guard !mentions.isEmpty else { return }
        func keys(_ kind: CatalogueKind) -> [Int64] { Set(mentions.filter { $0.kind == kind }.map(\.key)).sorted() }
        let rows = try await transaction.rows(
            """
            select 'art' as kind, art_id as key
              from app.art
             where tenant_id = \(tenant)
               and art_id = any (\(keys(.art)))
             union all
            select 'category', category_id
              from app.category
             where tenant_id = \(tenant)
               and category_id = any (\(keys(.category)))
             union all
            select 'channel', channel_id
              from app.channel
             where tenant_id = \(tenant)
               and channel_id = any (\(keys(.channel)))
             union all
            select 'genre', genre_id
              from app.genre
             where tenant_id = \(tenant)
               and genre_id = any (\(keys(.genre)))
             union all
            select 'person', person_id
              from app.person
             where tenant_id = \(tenant)
               and person_id = any (\(keys(.person)))
             union all
            select 'show', show_id
              from app.show
             where tenant_id = \(tenant)
               and show_id = any (\(keys(.show)))
             union all
            select 'topic', tag_id
              from app.tag
             where tenant_id = \(tenant)
               and tag_id = any (\(keys(.topic)))
             union all
            select 'airing', airing_id
              from app.airing
             where tenant_id = \(tenant)
               and airing_id = any (\(keys(.airing)))
            """)
        var found: [CatalogueKind: Set<Int64>] = [:]
        for row in rows {
            guard let kind = CatalogueKind(rawValue: try row("kind")) else { continue }
            found[kind, default: []].insert(try row("key"))
        }
        let faults = mentions.filter { found[$0.kind]?.contains($0.key) != true }
            .map { APIError.Fault(field: $0.pointer, reason: "must be the ID of \($0.kind.phrase) that exists") }
        if !faults.isEmpty { throw APIError.invalid(faults) }
    }
}
