import ConcertEditing
import ConcertNotes
import HTTP
import Tenancy
import Web

/// The endpoints of the page `/cms/pieces/{piece}/import` and its forms.
struct PieceImportPageRoutes: Sendable {
    let store: DraftStore
    let imports: PieceImport

    /// The largest form with a decoded file, in bytes: room for 20,000 measures and as many annotations.
    static let pendingLimit = 32 << 20

    var routes: [Route] {
        let page = RouteGroup("/cms/pieces/{piece}/import", access: .permission(.editConcerts), errors: .page)
        return [
            page("getPieceImportPage", .get, "", getPieceImportPage),
            page(
                "postPieceImportPreview", .post, "", bodyLimit: PieceImportRoutes.bodyLimit + 64 * 1024,
                postPieceImportPreview),
            page("postPieceImport", .post, "/apply", bodyLimit: Self.pendingLimit, postPieceImport),
            page("postPieceImportUndo", .post, "/undo", postPieceImportUndo),
        ]
    }

    /// A decoded file, which the page of the preview contains and the browser sends back for the import.
    struct Pending: Codable, Sendable {
        let options: PieceImportOptions
        let imported: ImportedPiece
    }

    /// Answers `getPieceImportPage`: the form for a file, and the imports that can be undone.
    func getPieceImportPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        var page = try await page(request, context)
        page.message = try ImportFlashMessage(request)
        return page.response()
    }

    /// Answers `postPieceImportPreview`: the page with the changes that the file would make, or with the faults of the file. Changes nothing.
    func postPieceImportPreview(_ request: Request, _ context: RequestContext) async throws -> Response {
        var page = try await page(request, context)
        let (form, file) = try await imports.workers.run(for: context.tenant.id.description) {
            let multipart = try request.multipartForm()
            let file = Result { () throws(APIError) in try multipart.file() }
            return (try PieceImportForm(multipart), file)
        }
        page.typed = form
        let shown = page
        return try await Response.showingFaults(onPage: { shown }) {
            var page = shown
            let bytes = try file.get()
            let options = try form.options(for: bytes)
            let source = PieceSource(bytes: bytes, format: options.format, repairsPictures: options.repairsPictures)
            do {
                let imported = try await imports.read(source, for: page.piece.name, in: context.tenant.id)
                let outcome = try imports.preview(.success(imported), options, into: page.piece)
                let pending = try ViewWriter.bytes(Pending(options: options, imported: imported))
                page.preview = PieceImportPage.Preview(
                    outcome: outcome, pending: outcome.faults.isEmpty ? String(decoding: pending, as: UTF8.self) : nil)
            } catch let error as FileFaults {
                page.preview = PieceImportPage.Preview(
                    outcome: try imports.preview(.failure(error), options, into: page.piece), pending: nil)
            }
            return page.response()
        }
    }

    /// Answers `postPieceImport`: imports the decoded file of the preview, unless the piece has changed since the preview.
    func postPieceImport(_ request: Request, _ context: RequestContext) async throws -> Response {
        let id = try request.draftPiece()
        let (pending, match) = try await imports.workers.run(for: context.tenant.id.description) {
            let form = try request.multipartForm()
            let pending: Pending = try JSONContent.read(Array(form("pending").content))
            return (pending, try form.optional("match")?.text())
        }
        let tenant = context.tenant.id
        return try await Response.showingFaults(onPage: { try await page(request, context) }) {
            let outcome = try await imports.run(pending.imported, pending.options, into: id, context) { piece in
                try IfMatch(match).check(try piece.contentTag(of: tenant))
            }
            return .seeOther(
                "/cms/pieces/\(id)/import",
                outcome.record == nil ? ImportFlashMessage.unchanged : .imported)
        }
    }

    /// Answers `postPieceImportUndo`: undoes an import, unless the piece was edited after it.
    func postPieceImportUndo(_ request: Request, _ context: RequestContext) async throws -> Response {
        let id = try request.draftPiece()
        let text = try request.form()("import")
        guard let record = DraftImport.ID(text) else {
            throw APIError.invalid("import", "must be the ID of an import, found \"\(text.prefix(100))\"")
        }
        return try await Response.showingFaults(onPage: { try await page(request, context) }) {
            _ = try await store.undoImport(record, of: id, in: context.tenant.id, context)
            return .seeOther("/cms/pieces/\(id)/import", ImportFlashMessage.undone)
        }
    }

    private func page(_ request: Request, _ context: RequestContext) async throws -> PieceImportPage {
        let id = try request.draftPiece()
        let piece = try await store.piece(id, in: context.tenant.id)
        let records = try await store.imports(of: id, in: context.tenant.id)
        return PieceImportPage(context: context, piece: piece, records: records)
    }
}
