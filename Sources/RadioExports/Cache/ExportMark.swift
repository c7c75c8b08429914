import Foundation
import Postgres
import Radio
import Tenancy
import Web

/// The revision of a tenant's radio data from which a document is built.
struct ExportMark: Sendable, Hashable {
    let revision: RadioRevision
    /// The time of the last change of the data; `nil` if the data has never changed.
    let changedAt: Instant?

    /// Returns the mark of the committed data; revision 0 if the data has never changed.
    static func current(in tenant: TenantID, _ database: TenantDatabase) async throws(PostgresError) -> ExportMark {
        let row = try await database.rows(
            in: tenant,
            """
            select revision, changed_at
              from app.radio_revision
             where tenant_id = \(tenant)
            """
        ).first
        guard let row else {
            return ExportMark(revision: RadioRevision(rawValue: 0), changedAt: nil)
        }
        return ExportMark(
            revision: RadioRevision(rawValue: try row("revision")),
            changedAt: Instant(try row("changed_at", as: Date.self)))
    }
}
