import Postgres
import Tenancy
import Web

/// Ends an import before it is done, for a person.
///
/// The record is what decides: the import's own transaction writes its outcome only where the record is still under way, so that
/// an import is either cancelled or published. The server that runs it, which may be another one, sees that within half a second
/// (`ImportJournal`).
struct ImportCancellation: Sendable {
    let database: TenantDatabase

    /// Cancels an import that is under way. One that was cancelled already stays as it is.
    ///
    /// - Throws: 404 for one that is not there, 409 for one that has ended otherwise.
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
        guard let outcome else { throw APIError(.notFound, code: "no-such-import", "no such import") }
        guard outcome == "cancelled" else {
            throw APIError(
                .conflict, code: "import-finished",
                "the import has already ended (\(outcome)); only an import in progress can be cancelled")
        }
    }
}
