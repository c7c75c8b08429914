import Postgres
import Tenancy
import Web

/// All SQL about the view that was open last.
struct ViewStateStore: Sendable {
    let database: TenantDatabase

    /// What was said last; the defaults where nothing was.
    func state(of listener: Listener) async throws(PostgresError) -> ViewState {
        try await database.first(in: listener.tenant, Self.selection(of: listener)) ?? ViewState()
    }

    /// What was said last; no row where nothing was.
    static func selection(of listener: Listener) -> SQL {
        """
        select view, params::text as params, library_category, podcast_category, likes_order, device, revision, updated_at
          from app.library_view
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
        """
    }

    /// Writes what one device says: the last writer counts, unless it asks to be held to what it knew.
    ///
    /// The row is locked between looking and writing, in one transaction: of two devices that know the same, one is refused.
    ///
    /// - Throws: 412 when another device has written since.
    func change(_ change: ViewStateChange, if known: IfMatch, of listener: Listener) async throws -> ViewState {
        try await database.transaction(in: listener.tenant) { transaction in
            let rows = try await transaction.batch([
                """
                insert into app.library_view (tenant_id, user_id, revision)
                values (\(listener.tenant), \(listener.account), 0)
                    on conflict (tenant_id, user_id) do nothing
                """,
                """
                select view, params::text as params, library_category, podcast_category, likes_order, device, revision, updated_at
                  from app.library_view
                 where tenant_id = \(listener.tenant)
                   and user_id = \(listener.account)
                   for no key update
                """,
            ])
            guard let row = rows[1].first else { throw APIError.notLoggedIn }
            try known.check(try ViewState(row: row).entityTag(of: listener))
            let written = try await transaction.rows(
                """
                update app.library_view
                   set view = coalesce(\(change.view), view),
                       params = coalesce(\(change.params)::jsonb, params),
                       library_category = coalesce(\(change.libraryCategory?.rawValue), library_category),
                       podcast_category = coalesce(\(change.podcastCategory?.rawValue), podcast_category),
                       likes_order = coalesce(\(change.likesOrder?.rawValue), likes_order),
                       device = coalesce(\(change.device), ''),
                       revision = revision + 1,
                       updated_at = now()
                 where tenant_id = \(listener.tenant)
                   and user_id = \(listener.account)
                returning view, params::text as params, library_category, podcast_category, likes_order, device, revision,
                          updated_at
                """)
            guard let row = written.first else { throw APIError.notLoggedIn }
            return try ViewState(row: row)
        }
    }
}
