import Postgres
import SoundCloud
import Tenancy

/// A reader of a listener's corrections of names. ``FilingChanges`` writes and deletes corrections.
package struct StoredCorrectionStore: Sendable {
    let database: TenantDatabase

    package init(database: TenantDatabase) {
        self.database = database
    }

    /// Returns at most `limit` corrections, newest first, that are older than the correction at `position`, which is `nil` for the first page.
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

    /// Returns one correction, or `nil` if the listener has no such correction.
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
