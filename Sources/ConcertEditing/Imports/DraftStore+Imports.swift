import ConcertNotes
import Postgres
import Tenancy
import Web

/// Imports into drafts. Each import is one transaction with its audit event and a copy of the content before the import. At most `DraftImport.limit`
/// imports stay stored for each piece and each programme.
extension DraftStore {
    // MARK: Pieces

    /// Returns the stored imports into a piece, the latest first.
    public func imports(of piece: PieceDraft.ID, in tenant: TenantID) async throws -> [DraftImport] {
        try await run(in: tenant) { draft in
            let concert = try await draft.piece(piece).concert
            guard let held = try await draft.state(concert)?.draft else { throw APIError.noSuchPiece }
            return try await draft.imports(held, piece)
        }
    }

    /// Imports into a piece, once for each idempotency key, or at each call without a key. `change` changes the piece and returns the report as JSON.
    /// Returns the report, the record with which the import can be undone, and the piece afterwards; the record is `nil` if the piece stays the same.
    ///
    /// Throws `APIError` 404 for an unknown piece, or for a repeated request whose import is no longer stored; 422 if the key was used for another
    /// request; and the errors of `change`.
    public func importing(
        into id: PieceDraft.ID, format: String, key: EditKey? = nil, in tenant: TenantID, _ context: RequestContext,
        _ change: @Sendable (inout PieceDraft) throws -> String
    ) async throws -> (report: String, record: DraftImport?, piece: PieceDraft) {
        let login = try context.actor.name
        return try await run(in: tenant) { draft in
            guard let held = try await draft.locked(concertOf: id).draft else { throw APIError.noSuchPiece }
            // The result of an import that changes nothing is its report; otherwise the result is the identifier of its record.
            let made = try await draft.once(key) {
                let old = try await draft.piece(id)
                let (report, piece) = try await Self.change(
                    id, action: "piece.import", draft, login, context, change)
                guard piece != old else { return report }
                let before = String(decoding: try ViewWriter.bytes(old.snapshot), as: UTF8.self)
                return try await draft.record(
                    held, id, format: format, report: report, before: before,
                    after: try piece.contentTag(of: tenant), by: login
                ).description
            }
            let piece = try await draft.piece(id)
            guard let key = DraftImport.ID(made) else { return (made, nil, piece) }
            let record = try await draft.imported(key, held, id)
            return (record.report, record, piece)
        }
    }

    /// Undoes an import into a piece: restores the content before the import, with its identifiers. Throws `APIError` 404 for an import that is not
    /// stored, and 409 if the piece was edited after the import.
    public func undoImport(
        _ id: DraftImport.ID, of piece: PieceDraft.ID, in tenant: TenantID, _ context: RequestContext
    ) async throws -> PieceDraft {
        let login = try context.actor.name
        return try await run(in: tenant) { draft in
            let concert = try await draft.locked(concertOf: piece)
            guard let held = concert.draft else { throw APIError.noSuchPiece }
            let record = try await draft.imported(id, held, piece)
            var current = try await draft.piece(piece)
            guard try current.contentTag(of: tenant) == record.stateAfter else { throw APIError.editedSinceImport }
            let before: ConcertSnapshot.PieceSnapshot = try await draft.before(id)
            let next = max(current.content.nextId, before.content.nextId)
            current.content = before.content
            current.content.nextId = next
            try await draft.write(current)
            try await draft.touch(held, by: login)
            try await draft.forget(id)
            let event = try context.audit(
                "piece.import-undo", subject: concert.slug,
                detail: ["piece": String(current.name.description.prefix(200))])
            _ = try await draft.transaction.rows(event.insertion(in: tenant))
            return try await draft.piece(piece)
        }
    }

    // MARK: Programmes

    /// Returns the stored imports of whole programmes into a concert, the latest first.
    public func programmeImports(of slug: String, in tenant: TenantID) async throws -> [DraftImport] {
        try await run(in: tenant) { draft in
            guard let concert = try await draft.state(slug) else { throw APIError.noSuchConcert }
            guard let held = concert.draft else { return [] }
            return try await draft.imports(held, nil)
        }
    }

    /// Imports a programme into a draft, once for each idempotency key, or at each call without a key. `change` gets the current draft and returns
    /// the programme with the report as JSON. Returns the report, and the record with which the import can be undone; the record is `nil` if the
    /// draft stays the same.
    ///
    /// Throws `APIError` 404 for an unknown concert, or for a repeated request whose import is no longer stored; 422 for too many pieces, for an
    /// invalid name of a piece, or if the key was used for another request; `StorageExceeded` above the quota; and the errors of `change`.
    public func importing(
        into slug: String, format: String, key: EditKey? = nil, quota: StorageQuota, in tenant: TenantID,
        _ context: RequestContext,
        _ change: @Sendable (EditedConcert, [PieceDraft]) throws -> (programme: ImportedProgramme, report: String)
    ) async throws -> (report: String, record: DraftImport?) {
        let login = try context.actor.name
        let event = try context.audit("concert.import-draft", subject: slug)
        return try await run(in: tenant) { draft in
            guard let held = try await draft.locked(slug).draft else { throw APIError.noSuchConcert }
            let made = try await draft.once(key) {
                guard let concert = try await draft.state(slug) else { throw APIError.noSuchConcert }
                let old = try await draft.pieces(of: held)
                let (programme, report) = try change(concert, old)
                let before = try await draft.apply(programme, to: held, concert.details, old)
                guard let after = try await draft.state(slug) else { throw APIError.noSuchConcert }
                let new = try await draft.pieces(of: held)
                let isSame =
                    try EditedConcert.programmeTag(of: concert, old, in: tenant)
                    == EditedConcert.programmeTag(of: after, new, in: tenant)
                guard !isSame || (before.images + before.assets).contains(where: { $0.before != $0.after }) else {
                    return report
                }
                try await draft.touch(held, by: login)
                let id = try await draft.record(
                    held, nil, format: format, report: report,
                    before: String(decoding: try ViewWriter.bytes(before), as: UTF8.self),
                    after: try EditedConcert.programmeTag(of: after, new, in: tenant), by: login)
                try await draft.keep((before.images + before.assets).compactMap(\.before), for: id)
                _ = try await draft.transaction.batch([event.insertion(in: tenant)] + MediaWriter.sweeps(in: tenant))
                try await quota.check(in: tenant, draft.transaction)
                return id.description
            }
            guard let key = DraftImport.ID(made) else { return (made, nil) }
            let record = try await draft.imported(key, held, nil)
            return (record.report, record)
        }
    }

    /// Undoes an import of a programme: restores the details, pieces and files that the draft had before the import. Files uploaded after the import
    /// stay. Throws `APIError` 404 for an import that is not stored, and 409 if the title or a piece was edited after the import.
    public func undoImport(
        _ id: DraftImport.ID, of slug: String, in tenant: TenantID, _ context: RequestContext
    ) async throws {
        let login = try context.actor.name
        let event = try context.audit("concert.import-undo", subject: slug)
        try await run(in: tenant) { draft in
            let concert = try await draft.locked(slug)
            guard let held = concert.draft else { throw APIError.noSuchConcert }
            let record = try await draft.imported(id, held, nil)
            let pieces = try await draft.pieces(of: held)
            guard try EditedConcert.programmeTag(of: concert, pieces, in: tenant) == record.stateAfter else {
                throw APIError.editedSinceImport
            }
            try await draft.lockImages()
            try await draft.restore(try await draft.before(id), to: held, pieces)
            try await draft.touch(held, by: login)
            try await draft.forget(id)
            _ = try await draft.transaction.batch([event.insertion(in: tenant)] + MediaWriter.sweeps(in: tenant))
        }
    }
}
