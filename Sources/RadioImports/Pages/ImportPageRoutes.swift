import HTTP
import Postgres
import Radio
import Tenancy
import Web

/// The endpoints of the page `/station/imports` and of the pages below it.
public struct ImportPageRoutes: Sendable {
    private let store: ImportRecordStore
    private let cancellation: ImportCancellation
    private let imports: StationImport
    private let limits: ImportLimits
    private let folder: String?
    /// The worker thread for reading the watched folder and decoding forms.
    private let workers = Workers("tutti.import-pages", width: 1, limit: 16)

    /// Creates the endpoints. `folder` is the path of the watched folder; `nil` if there is none. `limits` apply to uploaded files.
    public init(
        database: TenantDatabase, imports: StationImport, folder: String?, limits: ImportLimits = ImportLimits()
    ) {
        store = ImportRecordStore(database: database)
        cancellation = ImportCancellation(database: database)
        self.imports = imports
        self.folder = folder
        self.limits = limits
    }

    public var routes: [Route] {
        [
            Route(
                "getImportsPage", .get, "/station/imports", access: .permission(.viewStation), errors: .page,
                endpoint: getImportsPage),
            Route(
                "postImport", .post, "/station/imports", access: .permission(.importRadio), errors: .page,
                bodyLimit: limits.body + 64 * 1024, endsWithClient: true, endpoint: postImport),
            Route(
                "getImportPage", .get, "/station/imports/{import}", access: .permission(.viewStation), errors: .page,
                endpoint: getImportPage),
            Route(
                "postImportCancel", .post, "/station/imports/{import}/cancel", access: .permission(.importRadio),
                errors: .page, endpoint: postImportCancel),
        ]
    }

    /// The maximum number of imports on a page.
    static let limit = 30

    /// Answers `getImportsPage`: the imports, newest first, with the form for a new import; 400 for a malformed query, 422 for an invalid cursor.
    func getImportsPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try request.queryFields()
        let before = try fields.position(in: ImportRecord.ID.list) { ImportRecord.ID($0) }
        return try await list(before: before, ImportForm.Typed(), nil, context)
    }

    /// Answers `postImport`: makes a dry run of the files or, if `act` is "publish", publishes them, and redirects to the page of the import, even if
    /// it was refused. The response is the page of imports with the error if the form is invalid or its files differ from those of the dry run (422),
    /// or for a conflict, such as another import in progress (409). 400 for a malformed form, 503 if too many imports are waiting.
    func postImport(_ request: Request, _ context: RequestContext) async throws -> Response {
        let limits = limits
        let (typed, read) = try await workers.run(for: context.tenant.id.description) {
            let multipart = try request.multipartForm()
            let typed = try ImportForm.Typed(multipart)
            let form = Result { () throws(APIError) in try ImportForm(multipart, typed, limits) }
            return (typed, form)
        }
        do {
            let form = try read.get()
            if let tried = form.tried { try form.check(isThatOf: try await store.entry(tried, in: context.tenant.id)) }
            let record = try await imports.run(
                form.source, as: form.format, in: context.tenant, order: form.order, by: try ImportActor(context))
            return .seeOther(Self.path(of: record, typed) ?? "/station/imports")
        } catch let error as APIError where [.unprocessableContent, .conflict].contains(error.status) {
            return try await list(before: nil, typed, error, context)
        }
    }

    /// Returns the path of the import's page; `nil` if it is not a valid local path. For a dry run, the query has the channel and the strictness,
    /// which the record does not store.
    private static func path(of record: ImportRecord, _ typed: ImportForm.Typed) -> LocalPath? {
        var fields: [String] = []
        if record.report.outcome == .dryRun {
            if !typed.channel.isEmpty { fields.append("about=\(typed.channel.percentEncoded)") }
            if typed.isStrict { fields.append("strict=yes") }
        }
        return LocalPath("/station/imports/\(record.id)" + (fields.isEmpty ? "" : "?" + fields.joined(separator: "&")))
    }

    /// Answers `getImportPage`: the page of an import; 400 for a malformed query, 404 for an unknown import, 422 for an invalid offset.
    func getImportPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let id = ImportRecord.ID(try request.parameter("import")),
            let entry = try await store.entry(id, in: context.tenant.id)
        else { throw APIError(.notFound, code: .noSuchImport, "this import does not exist: check the ID") }
        let fields = try request.queryFields()
        func offset(_ name: String) throws(APIError) -> Int {
            try fields.optional(name) == nil ? 0 : fields.integer(name, in: 0...10_000)
        }
        var typed = ImportForm.Typed()
        typed.channel = try fields.optional("about") ?? ""
        typed.isStrict = try fields.optional("strict") != nil
        return ImportPage(
            context: context, entry: entry, again: typed, bodyLimit: limits.body,
            report: ImportReportView(stored: entry.report),
            offsets: .init(losses: try offset("losses"), faults: try offset("faults"), notices: try offset("notes"))
        ).response()
    }

    /// Answers `postImportCancel`: cancels the import if it is in progress, and redirects to its page, even if it has ended; 404 for an unknown
    /// import.
    func postImportCancel(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let id = ImportRecord.ID(try request.parameter("import")) else {
            throw APIError(.notFound, code: .noSuchImport, "this import does not exist: check the ID")
        }
        do {
            try await cancellation.cancel(id, in: context.tenant.id, by: try ImportActor(context))
        } catch let error as APIError where error.status == .conflict {
            // The page shows the outcome.
        }
        return .seeOther(LocalPath("/station/imports/\(id)") ?? "/station/imports")
    }

    private func list(
        before: ImportRecord.ID?, _ typed: ImportForm.Typed, _ error: APIError?, _ context: RequestContext
    ) async throws -> Response {
        let entries = try await store.entries(before: before, limit: Self.limit + 1, in: context.tenant.id)
        let watched: ImportFolderView?
        if let folder {
            let slug = context.tenant.slug
            watched = try await workers.run(for: context.tenant.id.description) {
                ImportFolderView(root: folder, tenant: slug)
            }
        } else {
            watched = nil
        }
        return ImportsPage(
            context: context, entries: entries, isFirst: before == nil, typed: typed, error: error, folder: watched,
            bodyLimit: limits.body
        ).response()
    }
}
