import ConcertEditing
import ConcertNotes
import Cryptography
import HTTP
import Tenancy
import Web

/// The endpoints of the page `/cms/concerts/{concert}/import` and its forms.
struct ProgrammeImportPageRoutes: Sendable {
    let store: DraftStore
    let imports: ProgrammeImport

    var routes: [Route] {
        let page = RouteGroup(
            "/cms/concerts/{concert}/import", access: .permission(.editConcerts), errors: .page)
        return [
            page("getConcertImportPage", .get, "", getConcertImportPage),
            page(
                "postConcertImport", .post, "", bodyLimit: ProgrammeSource.bodyLimit + 64 * 1024, postConcertImport),
            page("postConcertImportUndo", .post, "/undo", postConcertImportUndo),
        ]
    }

    private struct Form: Sendable {
        let bytes: [UInt8]
        let digest: String
        let isApplied: Bool
        let knownDigest: String?
        let match: String?
        let repairsPictures: Bool

        init(_ form: MultipartForm) throws(APIError) {
            bytes = try form.file()
            digest = SHA256.hash(data: bytes).hexadecimal
            isApplied = try form.optional("act")?.text() == "apply"
            knownDigest = try form.optional("digest")?.text()
            match = try form.optional("match")?.text()
            repairsPictures = try form.optional("repairPictures") != nil
        }
    }

    /// Answers `getConcertImportPage`: the form for an archive, and the imports that can be undone.
    func getConcertImportPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        var page = try await page(request, context)
        page.message = try ImportFlashMessage(request)
        return page.response()
    }

    /// Answers `postConcertImport`: shows a preview, or imports the file of the preview, unless the draft has changed since.
    func postConcertImport(_ request: Request, _ context: RequestContext) async throws -> Response {
        let shown = try await page(request, context)
        let tenant = context.tenant.id
        return try await Response.showingFaults(onPage: { shown }) {
            let form = try await imports.workers.run(for: tenant.description) {
                try Form(try request.multipartForm())
            }
            var page = shown
            page.repairsPictures = form.repairsPictures
            let contents: Result<ProgrammeSource.Contents, FileFaults>
            do {
                let source = ProgrammeSource(bytes: form.bytes, repairsPictures: form.repairsPictures)
                contents = .success(try await imports.read(source, in: tenant))
            } catch let error as FileFaults {
                contents = .failure(error)
            }
            guard form.isApplied, case .success(let found) = contents else {
                page.preview = ProgrammeImportPage.Preview(
                    outcome: try await imports.preview(contents, into: shown.concert.slug, in: tenant),
                    digest: form.digest)
                return page.response()
            }
            guard form.digest == form.knownDigest else {
                throw APIError.invalid(
                    "file", "must be the file of the preview; to import another file, preview that file first")
            }
            let outcome = try await imports.run(found, into: shown.concert.slug, context) { concert, pieces in
                try IfMatch(form.match).check(try EditedConcert.programmeTag(of: concert, pieces, in: tenant))
            }
            return .seeOther(
                "/cms/concerts/\(shown.concert.slug)/import",
                outcome.record == nil ? ImportFlashMessage.unchanged : .imported)
        }
    }

    /// Answers `postConcertImportUndo`: undoes an import, unless the draft was edited after it.
    func postConcertImportUndo(_ request: Request, _ context: RequestContext) async throws -> Response {
        let slug = try request.parameter("concert")
        let text = try request.form()("import")
        guard let record = DraftImport.ID(text) else {
            throw APIError.invalid("import", "must be the ID of an import, found \"\(text.prefix(100))\"")
        }
        return try await Response.showingFaults(onPage: { try await page(request, context) }) {
            try await store.undoImport(record, of: slug, in: context.tenant.id, context)
            return .seeOther("/cms/concerts/\(slug)/import", ImportFlashMessage.undone)
        }
    }

    private func page(_ request: Request, _ context: RequestContext) async throws -> ProgrammeImportPage {
        let slug = try request.parameter("concert")
        let concert = try await store.programme(of: slug, in: context.tenant.id).concert
        let records = try await store.programmeImports(of: slug, in: context.tenant.id)
        return ProgrammeImportPage(context: context, concert: concert, records: records)
    }
}
