import Postgres
import SoundCloud
import Tenancy
import Web

/// The store of the last view. Each change is one transaction.
package struct ViewStateStore: Sendable {
    let database: TenantDatabase

    package init(database: TenantDatabase) {
        self.database = database
    }

    /// Returns the saved view, or the defaults if no view is saved.
    package func state(of listener: Listener) async throws(PostgresError) -> ViewState {
        try await database.first(in: listener.tenant, Self.selection(of: listener)) ?? ViewState()
    }

    /// Returns the statement that selects the saved state. The result has no row if no state is saved.
    static func selection(of listener: Listener) -> SQL {
        """
        select view, params::text as params, library_category, podcast_category, likes_order, device, revision, updated_at
          from app.library_view
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
        """
    }

    /// Saves a change. A member that the change omits keeps its value, except the device, which becomes empty. Without a condition in `known`, the
    /// last change wins. Returns the state after the change. Throws 412 if `known` excludes the stored revision.
    func change(_ change: ViewStateChange, if known: IfMatch, of listener: Listener) async throws -> ViewState {
        try await database.transaction(in: listener.tenant) { transaction in
            let rows = try await transaction.batch([
                """
                insert into app.library_view (tenant_id, user_id, revision)
                values (\(listener.tenant), \(listener.account), 0)
                    on conflict (tenant_id, user_id) do nothing
                """,
                Self.selection(of: listener).appending("\n   for no key update"),
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
