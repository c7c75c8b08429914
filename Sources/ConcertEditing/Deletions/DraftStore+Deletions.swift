import ConcertNotes
import Postgres
import Tenancy
import Web

/// Deletions of parts of drafts, which can be undone. Each deletion and each undo is one transaction with its audit event. Deleted parts are stored
/// in `app.draft_import`.
extension DraftStore {
    /// Deletes a part of a piece, and returns the key for `undoDeletion`. `remove` removes the part from the content and returns the part. `action`
    /// is the name of the action in the audit log. For each piece, the latest `DeletedPart.limit` deletions stay stored. Throws `APIError` 404 for an
    /// unknown piece.
    public func delete(
        from id: PieceDraft.ID, action: String, in tenant: TenantID, _ context: RequestContext,
        _ remove: @Sendable (inout PieceContent) throws -> DeletedPart
    ) async throws -> DraftImport.ID {
        let login = try context.actor.name
        return try await run(in: tenant) { draft in
            guard let held = try await draft.locked(concertOf: id).draft else { throw APIError.noSuchPiece }
            let (part, _) = try await Self.change(id, action: action, draft, login, context) { piece in
                try remove(&piece.content)
            }
            return try await draft.keep(part, of: id, held, by: login)
        }
    }

    /// Puts a deleted part back, and returns the identifiers of the restored part. Throws `APIError` 404 for an unknown piece, or for a deletion that
    /// is already undone or no longer stored, and as `PieceContent.restore` does.
    public func undoDeletion(
        _ id: DraftImport.ID, of piece: PieceDraft.ID, in tenant: TenantID, _ context: RequestContext
    ) async throws -> DeletedPart.Restored {
        let login = try context.actor.name
        return try await run(in: tenant) { draft in
            guard let held = try await draft.locked(concertOf: piece).draft else { throw APIError.noSuchPiece }
            let part = try await draft.deletedPart(id, of: piece, held)
            let (restored, _) = try await Self.change(
                piece, action: "piece.deletion-undo", draft, login, context
            ) { try $0.content.restore(part) }
            try await draft.forget(id)
            return restored
        }
    }
}

extension DraftTransaction {
    fileprivate func keep(
        _ part: DeletedPart, of piece: PieceDraft.ID, _ held: EditedConcert.Draft, by login: String
    ) async throws -> DraftImport.ID {
        let content = String(decoding: try ViewWriter.bytes(part), as: UTF8.self)
        let rows = try await transaction.rows(
            """
            insert into app.draft_import (tenant_id, concert_draft_id, piece_draft_id, format, imported_by, report,
                                          content_before, state_after)
            values (\(tenant), \(held.key), \(piece), \(DraftImport.deletionFormat), \(login), '{}', \(content)::text::jsonb, '')
            returning draft_import_id
            """)
        guard let row = rows.first else { throw PostgresError.noRow("draft_import_id") }
        let id: Int64 = try row("draft_import_id")
        _ = try await transaction.rows(
            """
            delete from app.draft_import
             where tenant_id = \(tenant)
               and draft_import_id in (select draft_import_id
                                         from app.draft_import
                                        where tenant_id = \(tenant)
                                          and piece_draft_id = \(piece)
                                          and format = \(DraftImport.deletionFormat)
                                          and draft_import_id <> \(id)
                                        order by imported_at desc, draft_import_id
                                       offset \(Int64(DeletedPart.limit - 1)))
            """)
        return DraftImport.ID(rawValue: id)
    }

    fileprivate func deletedPart(
        _ id: DraftImport.ID, of piece: PieceDraft.ID, _ held: EditedConcert.Draft
    ) async throws -> DeletedPart {
        let rows = try await transaction.rows(
            """
            select content_before::text as content_before
              from app.draft_import
             where tenant_id = \(tenant)
               and draft_import_id = \(id)
               and concert_draft_id = \(held.key)
               and piece_draft_id = \(piece)
               and format = \(DraftImport.deletionFormat)
            """)
        guard let row = rows.first else { throw APIError.noSuchDeletion }
        return try JSONContent.read(Array(try row("content_before", as: String.self).utf8))
    }
}
