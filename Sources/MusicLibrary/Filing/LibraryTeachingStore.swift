import Postgres
import Tenancy

/// What a listener taught of names, one by one. What it does is ``FilingDesk``'s, and so is taking it back.
struct LibraryTeachingStore: Sendable {
    let database: TenantDatabase

    /// What was taught before another, the latest first, along the key.
    ///
    /// - Parameter place: `nil` for the first.
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

    /// One of them.
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
