import FoundationEssentials
import Postgres
import Tenancy
import Web

/// A store for the editorial lists. Replacing a list and writing its audit record are one transaction. Expired entries stay, but listeners do not see
/// them.
package struct EditorialListStore: Sendable {
    let database: TenantDatabase

    package init(database: TenantDatabase) {
        self.database = database
    }

    /// An editorial list: the hot shows of a channel, or the featured shows.
    package enum ListKind: Sendable {
        case hot(channel: Int64)
        case featured
    }

    /// Returns a list, including expired entries. Throws `APIError` 404 for an unknown channel.
    package func list(_ kind: ListKind, in tenant: TenantID) async throws -> EditorialList {
        try await database.transaction(in: tenant) { try await Self.list(kind, $0, tenant) }
    }

    /// Replaces a list and returns it; writes nothing if the list stays the same. Throws `APIError` 404 for an unknown channel, 412 if `ifMatch` does
    /// not match, 422 for unknown shows.
    package func replace(
        _ kind: ListKind, by list: EditorialList, ifMatch: IfMatch, in tenant: TenantID, _ context: RequestContext
    ) async throws -> EditorialList {
        try await database.transaction(in: tenant) { transaction in
            _ = try await transaction.rows("select pg_advisory_xact_lock(\(Self.lock), \(tenant.rawValue))")
            let old = try await Self.list(kind, transaction, tenant)
            try ifMatch.check(try ContentTag.text(old, of: tenant))
            guard old != list else { return old }
            try await MentionStore.check(list.mentions, in: tenant, transaction)
            _ = try await transaction.batch(Self.replacement(kind, list, tenant))
            _ = try await transaction.batch(
                [try Self.event(kind, list, context).insertion(in: tenant)]
                    + RadioChange.statements(in: tenant, shows: (old.shows + list.shows).map(\.show.id)))
            return list
        }
    }

    /// The key of the advisory lock that serialises changes of a tenant's lists.
    private static let lock: Int32 = 7215

    private static func list(
        _ kind: ListKind, _ transaction: Transaction, _ tenant: TenantID
    ) async throws -> EditorialList {
        let rows: [Row]
        switch kind {
        case .hot(let channel):
            let found = try await transaction.batch([
                "select channel_id from app.channel where tenant_id = \(tenant) and channel_id = \(channel)",
                """
                select show_id, expires_at
                  from app.hot_show
                 where tenant_id = \(tenant)
                   and channel_id = \(channel)
                 order by position, show_id
                """,
            ])
            if found[0].isEmpty { throw APIError.unknown(.channel) }
            rows = found[1]
        case .featured:
            rows = try await transaction.rows(
                """
                select show_id, expires_at
                  from app.featured_show
                 where tenant_id = \(tenant)
                 order by position, show_id
                """)
        }
        return EditorialList(
            shows: try rows.map {
                EditorialList.Entry(
                    show: Reference(try $0("show_id")),
                    expiresAt: try $0.optional("expires_at", as: Date.self).map(Instant.init))
            })
    }

    private static func replacement(_ kind: ListKind, _ list: EditorialList, _ tenant: TenantID) -> [SQL] {
        let (shows, ends) = (list.shows.map(\.show.key), list.shows.map(\.expiresAt?.date))
        switch kind {
        case .hot(let channel):
            return [
                "delete from app.hot_show where tenant_id = \(tenant) and channel_id = \(channel)",
                """
                insert into app.hot_show (tenant_id, channel_id, show_id, position, expires_at)
                select \(tenant), \(channel), show_id, place - 1, expires_at
                  from unnest(\(shows), \(ends)) with ordinality as n (show_id, expires_at, place)
                """,
            ]
        case .featured:
            return [
                "delete from app.featured_show where tenant_id = \(tenant)",
                """
                insert into app.featured_show (tenant_id, show_id, position, expires_at)
                select \(tenant), show_id, place - 1, expires_at
                  from unnest(\(shows), \(ends)) with ordinality as n (show_id, expires_at, place)
                """,
            ]
        }
    }

    private static func event(
        _ kind: ListKind, _ list: EditorialList, _ context: RequestContext
    ) throws -> AuditEvent {
        let detail = ["shows": String(list.shows.count)]
        return switch kind {
        case .hot(let channel): try context.audit("channel.hot", subject: String(channel), detail: detail)
        case .featured: try context.audit("featured.change", detail: detail)
        }
    }
}
