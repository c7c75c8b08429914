import ConcertEditing
import ConcertNotes
import HTTP
import Tenancy
import Web

/// The endpoints of imports of whole programmes into a draft.
struct ProgrammeImportRoutes: Sendable {
    let store: DraftStore
    let imports: ProgrammeImport

    var routes: [Route] {
        let all = "/api/v1/admin/concerts/{concert}/imports"
        let access = Route.Access.permission(.editConcerts)
        return [
            Route("findConcertImports", .get, all, access: access, endpoint: findConcertImports),
            Route(
                "importConcert", .post, all, access: access, query: ["dryRun", "repairPictures"],
                bodyLimit: ProgrammeSource.bodyLimit, endpoint: importConcert),
            Route("undoConcertImport", .delete, all + "/{import}", access: access, endpoint: undoConcertImport),
        ]
    }

    /// Answers `findConcertImports`: the imports of programmes that can be undone, the latest first.
    func findConcertImports(_ request: Request, _ context: RequestContext) async throws -> Response {
        let records = try await store.programmeImports(of: request.parameter("concert"), in: context.tenant.id)
        return try .json(
            ListView(records.map(DraftImportView.init)), fields: ["Cache-Control": "no-store"])
    }

    /// Answers `importConcert`: imports a programme into a draft, once for each idempotency key, and returns the report. Pieces of the draft that the
    /// file does not have are removed. A dry run changes nothing.
    func importConcert(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try request.queryFields()
        let isDryRun = try fields.flag("dryRun")
        let source = ProgrammeSource(bytes: request.body, repairsPictures: try fields.flag("repairPictures"))
        let (slug, known, tenant) = (try request.parameter("concert"), IfMatch(request), context.tenant.id)
        guard try await store.concert(slug, in: tenant) != nil else {
            throw APIError.noSuchConcert
        }
        let check: @Sendable (EditedConcert, [PieceDraft]) throws -> Void = { concert, pieces in
            try known.check(
                try EditedConcert.programmeTag(of: concert, pieces, in: tenant), showing: pieces.map(KnownPiece.init))
        }
        let contents: Result<ProgrammeSource.Contents, FileFaults>
        do {
            contents = .success(try await imports.read(source, in: tenant))
        } catch let error as FileFaults {
            guard isDryRun else { throw APIError.importRefused(error.findings) }
            contents = .failure(error)
        }
        let outcome =
            isDryRun
            ? try await imports.preview(contents, into: slug, in: tenant, check)
            : try await imports.run(try contents.get(), into: slug, key: EditKey(request), context, check)
        var answer: Fields = ["ETag": outcome.tag, "Cache-Control": "no-store"]
        if let record = outcome.record {
            answer["Location"] = "/api/v1/admin/concerts/\(slug)/imports/\(record.id)"
        }
        return try .json(
            DraftImportView(outcome.report, faults: outcome.faults, record: outcome.record, isDryRun: isDryRun),
            status: outcome.record == nil ? .ok : .created, fields: answer)
    }

    /// Answers `undoConcertImport`: undoes an import of a programme, unless the draft was edited after it.
    func undoConcertImport(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await store.undoImport(
            try request.draftImport(), of: request.parameter("concert"), in: context.tenant.id, context)
        return .noContent
    }
}
