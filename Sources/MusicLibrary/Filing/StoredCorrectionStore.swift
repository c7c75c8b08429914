import Postgres
import SoundCloud
import Tenancy

/// A reader of a listener's corrections of names. ``FilingChanges`` writes and deletes corrections.
package struct StoredCorrectionStore: Sendable {
    let database: TenantDatabase

    package init(database: TenantDatabase) {
        self.database = database
    }

    /// Returns the corrections that are older than the correction at `position`, newest first, at most `limit`.
    ///
    /// - Parameter position: The identifier of the last correction on the previous page; `nil` for the first page.
    /// - Throws: A database error.
    package func corrections(
        before position: StoredCorrection.ID?, limit: Int, of listener: Listener
    ) async throws -> [StoredCorrection] {
        try await database.all(
            in: listener.tenant,
            """
            select teaching_id, kind, subject, names, said_at
              from app.library_teaching
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and teaching_id < \(position?.rawValue ?? .max)
             order by teaching_id desc
             limit \(limit)
            """)
    }

    /// Returns one correction, or `nil` if the listener has no such correction. Throws a database error.
    func correction(_ id: StoredCorrection.ID, of listener: Listener) async throws -> StoredCorrection? {
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
