import Postgres
import Tenancy
import Web

/// The cancellation of an import by a person, in one transaction with its audit event.
///
/// An import is either cancelled or published: its transaction writes the outcome only if the record is still in progress. The server that runs the
/// import detects the cancellation within about half a second (`ImportJournal`).
struct ImportCancellation: Sendable {
    let database: TenantDatabase

    /// Cancels an import in progress; a cancelled one stays cancelled. Throws `APIError` 404 if the import does not exist, and 409 if it has ended
    /// otherwise.
    func cancel(_ id: ImportRecord.ID, in tenant: TenantID, by actor: ImportActor) async throws {
        let outcome = try await database.transaction(in: tenant) { transaction -> String? in
            let cancelled = try await transaction.rows(
                """
                update app.radio_import
                   set outcome = 'cancelled', finished_at = clock_timestamp(), progress = null
                 where tenant_id = \(tenant)
                   and import_id = \(id.rawValue)
                   and outcome = 'under-way'
                returning report ->> 'source' as source, name
                """)
            if let row = cancelled.first {
                let source: String? = try row.optional("source")
                let event = actor.event(source ?? "", ["outcome": "cancelled", "file": try row("name")])
                _ = try await transaction.rows(event.insertion(in: tenant))
                return "cancelled"
            }
            let rows = try await transaction.rows(
                """
                select outcome
                  from app.radio_import
                 where tenant_id = \(tenant)
                   and import_id = \(id.rawValue)
                """)
            return try rows.first?("outcome")
        }
        guard let outcome else {
            throw APIError(.notFound, code: .noSuchImport, "this import does not exist: check the ID")
        }
        guard outcome == "cancelled" else {
            throw APIError(
                .conflict, code: .importFinished,
                "the import has already ended (\(outcome)); only an import in progress can be cancelled")
        }
    }
}
