import ConcertEditing
import ConcertNotes
import HTTP
import Web

/// The pages of the glossary and their forms.
struct GlossaryPageRoutes: Sendable {
    let store: GlossaryStore
    let drafts: DraftStore

    var routes: [Route] {
        let all = "/cms/glossary"
        func get(_ operation: String, _ path: String, _ endpoint: @escaping Route.Endpoint) -> Route {
            Route(operation, .get, path, access: .concerts, errors: .page, endpoint: endpoint)
        }
        return [
            get("getGlossaryPage", all, getGlossaryPage), get("getTermPage", all + "/term", getTermPage),
            Route("postTerm", .post, all + "/term", access: .concerts, errors: .page, endpoint: postTerm),
            Route(
                "postTermDelete", .post, all + "/term/delete", access: .concerts, errors: .page,
                endpoint: postTermDelete),
            get("getGlossaryReportPage", all + "/report", getGlossaryReportPage),
            get("getGlossaryImportPage", all + "/import", getGlossaryImportPage),
            Route(
                "postGlossaryImport", .post, all + "/import", access: .concerts, errors: .page,
                bodyLimit: 2 * GlossaryTable.limits.bytes, endpoint: postGlossaryImport),
            get("getGlossaryTable", all + "/terms.csv", getGlossaryTable),
        ]
    }

    /// Answers `getGlossaryPage`: the terms from the index `start`, filtered by the search text and the category.
    func getGlossaryPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try request.queryFields()
        let start = try fields.line("start").isEmpty ? 0 : try fields.integer("start", in: 0...1_000_000)
        return GlossaryPage(
            context: context, items: try await store.terms(in: context.tenant.id), search: try fields.line("search"),
            category: try fields.line("category"), start: start, notice: try ConcertNotice(fields)
        ).response()
    }

    /// Answers `getTermPage`: the page of a term, or of a new term if the query has no name.
    func getTermPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let name = try request.queryFields().line("term")
        let items = try await store.terms(in: context.tenant.id)
        let term = name.isEmpty ? nil : try items.item(name).item
        return try page(items, term, term.map(TermForm.init) ?? TermForm(), context).response()
    }

    private func page(
        _ items: [GlossaryItem], _ term: GlossaryItem?, _ typed: TermForm, _ context: RequestContext
    ) -> TermPage {
        TermPage(context: context, term: term, typed: typed, categories: Set(items.map(\.category)).sorted())
    }

    /// Answers `postTerm`: adds a term, or changes the term that the field `term` names. Phones get the change at once.
    func postTerm(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try request.form()
        let (typed, known, tag) = (try TermForm(fields), try fields.line("term"), try fields.line("tag"))
        let tenant = context.tenant.id
        return try await showingFaults(known, typed, context) {
            guard !known.isEmpty else {
                try await store.add(typed.item, in: tenant, context)
                return .seeOther("/cms/glossary", ConcertNotice.termAdded)
            }
            _ = try await store.change(known, in: tenant, context) { item in
                try FormFields.check(tag, TermTag(item), of: tenant)
                return typed.item
            }
            return .seeOther("/cms/glossary", ConcertNotice.termSaved)
        }
    }

    /// Answers `postTermDelete`: deletes a term from the glossary. Phones get the change at once.
    func postTermDelete(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try request.form()
        let (known, tag, tenant) = (try fields.line("term"), try fields.line("tag"), context.tenant.id)
        return try await showingFaults(known, nil, context) {
            try await store.delete(known, in: tenant, context) { item in
                try FormFields.check(tag, TermTag(item), of: tenant)
            }
            return .seeOther("/cms/glossary", ConcertNotice.termDeleted)
        }
    }

    private func showingFaults(
        _ known: String, _ typed: TermForm?, _ context: RequestContext, _ action: () async throws -> Response
    ) async throws -> Response {
        try await Response.showingFaults(
            onPage: {
                let items = try await store.terms(in: context.tenant.id)
                let term = known.isEmpty ? nil : try items.item(known).item
                return page(items, term, typed ?? term.map(TermForm.init) ?? TermForm(), context)
            }, action)
    }

    // MARK: Report

    /// Answers `getGlossaryReportPage`: the report on the texts of the concert that the query names, or otherwise of the concert on the air, or
    /// otherwise of the latest concert.
    func getGlossaryReportPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (tenant, slug) = (context.tenant.id, try request.queryFields().line("concert"))
        let concerts = try await drafts.concerts(limit: ConcertListRoutes.limit, in: tenant).rows.sorted {
            ($0.details.date ?? "") > ($1.details.date ?? "")
        }
        let concert =
            slug.isEmpty ? concerts.first(where: \.isOnAir) ?? concerts.first : concerts.first { $0.slug == slug }
        if concert == nil, !slug.isEmpty { throw APIError.noSuchConcert }
        var texts: [String] = []
        if let concert {
            texts = try await drafts.programme(of: concert.slug, in: tenant).pieces.flatMap { piece in
                piece.content.tracks.flatMap { $0.annotations.map(\.text) }
            }
        }
        let report = GlossaryReport(try await store.terms(in: tenant), texts: texts)
        return GlossaryReportPage(context: context, report: report, concert: concert, concerts: concerts).response()
    }

    // MARK: Import and export

    /// Answers `getGlossaryImportPage`: the page for importing and exporting tables of terms.
    func getGlossaryImportPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        try GlossaryImportPage(context: context).response()
    }

    /// Answers `postGlossaryImport`: shows the effect of a table, or applies a table whose effect was shown, unless the glossary has changed since.
    /// Phones get an applied table at once.
    func postGlossaryImport(_ request: Request, _ context: RequestContext) async throws -> Response {
        let form = try request.multipartForm()
        let tenant = context.tenant.id
        var page = GlossaryImportPage(context: context)
        if let mode = GlossaryTable.Mode(rawValue: try form.line("mode")) { page.mode = mode }
        let file = try form.optional("file")
        let (text, mode) = (try form.optional("text")?.text(), page.mode)
        guard let bytes = text.map({ Array($0.utf8) }) ?? file.map({ Array($0.content) }), !bytes.isEmpty else {
            page.error = APIError.invalid("file", "is missing or empty: choose a CSV file")
            return try Self.refused(page)
        }
        guard bytes.count <= GlossaryTable.limits.bytes else {
            page.error = APIError.invalid(
                "file",
                "must have at most \(GlossaryTable.limits.bytes) bytes, found \(bytes.count): split the table")
            return try Self.refused(page)
        }
        let table = GlossaryTable(csv: bytes)
        if text != nil {
            let tag = try form.line("tag")
            do {
                try await store.apply(table, mode, in: tenant, context) { items in
                    try FormFields.check(tag, items.map(TermTag.init), of: tenant)
                }
                return .seeOther("/cms/glossary", ConcertNotice.termsImported)
            } catch let error as APIError where error.isCorrectable {
                if table.faults.isEmpty { page.error = error }
            }
        }
        page.trial = GlossaryImportPage.Trial(
            text: String(decoding: bytes, as: UTF8.self), table: table, items: try await store.terms(in: tenant))
        return page.error != nil || !table.faults.isEmpty ? try Self.refused(page) : try page.response()
    }

    private static func refused(_ page: GlossaryImportPage) throws -> Response {
        var response = try page.response()
        response.status = page.error?.status ?? .unprocessableContent
        return response
    }

    /// Answers `getGlossaryTable`: the glossary as a table of comma-separated values.
    func getGlossaryTable(_ request: Request, _ context: RequestContext) async throws -> Response {
        let items = try await store.terms(in: context.tenant.id)
        return .bytes(
            GlossaryTable.csv(items), mediaType: CSV.mediaType,
            fields: [
                "Content-Disposition": "attachment; filename=\"glossary.csv\"", "Cache-Control": "no-store",
            ])
    }
}
