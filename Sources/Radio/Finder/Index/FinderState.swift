import Postgres
import Tenancy

/// The state from which the finder's tables were built, and the current state.
struct FinderState: Sendable {
    let locale: String
    /// The fingerprints of people, channels and topics, at the last indexing and now.
    let names: (read: String, now: String)
    /// The inactive channels, at the last indexing and now.
    let inactive: (read: [Int64], now: [Int64])

    /// Locks the tenant's row until the transaction ends and returns the state. The tenant's first call, and the first
    /// call after the tenant's locale has changed, mark every show for indexing.
    static func locked(_ tenant: TenantID, _ transaction: Transaction) async throws -> FinderState {
        _ = try await transaction.rows(
            """
            insert into app.finder_state (tenant_id)
            values (\(tenant))
                on conflict (tenant_id) do nothing
            """)
        _ = try await transaction.rows(
            """
            select locale
              from app.finder_state
             where tenant_id = \(tenant)
               for update
            """)
        // Reads under the lock, so the statement sees all earlier commits.
        let row = try await transaction.rows(
            """
            select f.locale as read_locale, coalesce(t.locale, 'und') as locale, f.names as read_names,
                   (select count(*) || ':' || coalesce(sum(revision), 0) || ':' || coalesce(max(person_id), 0)
                      from app.person
                     where tenant_id = \(tenant))
                   || ' ' ||
                   (select count(*) || ':' || coalesce(sum(revision), 0) || ':' || coalesce(max(channel_id), 0)
                      from app.channel
                     where tenant_id = \(tenant))
                   || ' ' ||
                   (select count(*) || ':' || coalesce(sum(revision), 0) || ':' || coalesce(max(tag_id), 0)
                      from app.tag
                     where tenant_id = \(tenant)) as names,
                   f.inactive as read_inactive,
                   array(select channel_id
                           from app.channel
                          where tenant_id = \(tenant)
                            and not active
                          order by channel_id) as inactive
              from app.finder_state f
              left join control.own_tenant() t on t.tenant_id = f.tenant_id
             where f.tenant_id = \(tenant)
            """)[0]
        let state = FinderState(
            locale: try row("locale"), names: (try row("read_names"), try row("names")),
            inactive: (try row("read_inactive"), try row("inactive")))
        if try row("read_locale", as: String.self) != state.locale {
            try await markAll(tenant, state.locale, transaction)
        }
        return state
    }

    private static func markAll(_ tenant: TenantID, _ locale: String, _ transaction: Transaction) async throws {
        _ = try await transaction.batch([
            """
            insert into app.show_change (tenant_id, show_id)
            select tenant_id, show_id
              from app.show
             where tenant_id = \(tenant)
             order by show_id
                on conflict (tenant_id, show_id) do nothing
            """,
            """
            update app.finder_state
               set locale = \(locale)
             where tenant_id = \(tenant)
            """,
            // Another locale may change the order even if the letters stay the same.
            """
            update app.finder_show
               set rank = null
             where tenant_id = \(tenant)
            """,
        ])
    }
}
