import Postgres
import Tenancy

/// Reads a listener's corrections of names. ``FilingDesk`` writes and deletes them.
struct LibraryTeachingStore: Sendable {
    let database: TenantDatabase

    /// The corrections before a position, newest first, read along the key.
    ///
    /// - Parameter place: `nil` for the first page.
    func teachings(
        before place: LibraryTeaching.ID?, limit: Int, of listener: Listener
    ) async throws -> [LibraryTeaching] {
        try await database.all(
            in: listener.tenant,
            """
            select teaching_id, kind, subject, names, said_at
              from app.library_teaching
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and teaching_id < \(place?.rawValue ?? .max)
             order by teaching_id desc
             limit \(limit)
            """)
    }

    /// One correction.
    func teaching(_ id: LibraryTeaching.ID, of listener: Listener) async throws -> LibraryTeaching? {
        try await database.first(
            in: listener.tenant,
            """
            select teaching_id, kind, subject, names, said_at
              from app.library_teaching
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and teaching_id = \(id)
            """)
    }
}
