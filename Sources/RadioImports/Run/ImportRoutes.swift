import HTTP
import Postgres
import Tenancy
import Web

/// The endpoints that import files of radio data, cancel imports and return import records.
public struct ImportRoutes: Sendable {
    private let store: ImportRecordStore
    private let cancellation: ImportCancellation
    private let imports: StationImport
    private let limits: ImportLimits

    /// Creates the endpoints. `limits` apply to files in requests; the command line and the watched folder accept larger files.
    public init(database: TenantDatabase, imports: StationImport, limits: ImportLimits = ImportLimits()) {
        store = ImportRecordStore(database: database)
        cancellation = ImportCancellation(database: database)
        self.imports = imports
        self.limits = limits
    }

    public var routes: [Route] {
        [
            Route(
                "findImports", .get, "/api/v1/admin/imports", access: .permission(.viewStation),
                query: ["cursor", "limit"], endpoint: findImports),
            Route(
                "getImport", .get, "/api/v1/admin/imports/{import}", access: .permission(.viewStation),
                endpoint: getImport),
            Route(
                "importRadio", .post, "/api/v1/admin/imports/{import}", access: .permission(.importRadio),
                query: ["channel", "dryRun", "name", "source", "strict"],
                bodyLimit: limits.body, endsWithClient: true, endpoint: importRadio),
            Route(
                "cancelImport", .delete, "/api/v1/admin/imports/{import}", access: .permission(.importRadio),
                endpoint: cancelImport),
        ]
    }

    /// Answers `findImports`: a page of the imports without their reports, newest first; 400 for a malformed query, 422 for an invalid value.
    func findImports(_ request: Request, _ context: RequestContext) async throws -> Response {
        let query = try request.queryFields()
        let last = try query.position(in: ImportRecord.ID.list) { ImportRecord.ID($0) }
        let limit = try query.pageSize()
        let entries = try await store.entries(before: last, limit: limit + 1, in: context.tenant.id)
        let page = ListPage(entries, limit: limit)
        return try .json(
            ListView(page.rows.map(ImportSummaryView.init), next: page.next?.id.cursor.description))
    }

    /// Answers `getImport`: the import with its report; 404 for an unknown import.
    func getImport(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let id = ImportRecord.ID(try request.parameter("import")),
            let entry = try await store.entry(id, in: context.tenant.id)
        else { throw APIError(.notFound, code: .noSuchImport, "this import does not exist: check the ID") }
        return try .json(ImportView(entry))
    }

    /// Answers `importRadio`: imports the content of the request, publishes the changes unless `dryRun` is true, and returns the finished import. A
    /// refused import also leaves a record. 400 for a malformed query or no content, 404 for an unknown format, 409 for another import in progress, a
    /// cancellation, a change of the schedule or an unknown time zone of a channel, 422 for an invalid value or a refused file, 503 if too many
    /// imports are waiting.
    func importRadio(_ request: Request, _ context: RequestContext) async throws -> Response {
        // The parameter is a format, named "import" because the route shares the path template of the records.
        guard let format = ImportFormats.format(named: try request.parameter("import")) else {
            throw APIError(
                .notFound, code: .noSuchFormat,
                "there is no import format with this name; "
                    + "the formats are \(SentenceFormat.list(ImportFormats.all.map(\.name)))")
        }
        let query = try request.queryFields()
        var order = StationImport.Order(limits: limits)
        order.isDryRun = try query.optional("dryRun").map { try Self.flag($0, "dryRun") } ?? false
        order.isStrict = try query.optional("strict").map { try Self.flag($0, "strict") } ?? false
        order.options = ImportOptions(
            source: try query.optional("source"), channel: try query.optional("channel"))
        if let source = order.options.source, !ImportOptions.isSource(source) {
            throw APIError.invalid(
                "source",
                "must be 1 to 100 lower-case letters (a to z), digits or hyphens, found \"\(source.prefix(200))\"")
        }
        if let channel = order.options.channel, channel.isEmpty || channel.utf8.count > 500 {
            throw APIError.invalid("channel", "must be 1 to 500 bytes long in UTF-8, found \(channel.utf8.count)")
        }
        let name = try query.optional("name") ?? "\(format.name)\(format.endings.first ?? "")"
        guard (1...500).contains(name.utf8.count) else {
            throw APIError.invalid("name", "must be a file name of 1 to 500 bytes in UTF-8, found \(name.utf8.count)")
        }
        guard !name.utf8.contains(where: { $0 < 0x20 || $0 == 0x2F }) else {
            throw APIError.invalid(
                "name", "must not contain slashes or control characters, found \"\(name.prefix(500))\"")
        }
        guard !request.body.isEmpty else {
            throw APIError(.badRequest, code: .noContent, "the request has no content; send the file as its content")
        }
        let record = try await imports.run(
            ImportSource(name: name, bytes: request.body), as: format, in: context.tenant, order: order,
            by: try ImportActor(context))
        guard record.report.outcome != .refused else { throw Self.refusal(record) }
        return try .json(ImportView(record))
    }

    /// Answers `cancelImport`: cancels an import in progress; 204 also if the import was cancelled before, 404 for an unknown import, 409 if it has
    /// ended otherwise.
    func cancelImport(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let id = ImportRecord.ID(try request.parameter("import")) else {
            throw APIError(.notFound, code: .noSuchImport, "this import does not exist: check the ID")
        }
        try await cancellation.cancel(id, in: context.tenant.id, by: try ImportActor(context))
        return Response(.noContent)
    }

    private static func refusal(_ record: ImportRecord) -> APIError {
        let faults = record.report.faults.first.map {
            APIError.Fault(field: $0.position.description, reason: $0.message)
        }
        let count = record.report.faults.total
        return APIError(
            .unprocessableContent, code: .importRefused,
            "nothing was imported: import \(record.id) found \(SentenceFormat.count(count, "error")); "
                + "correct the file and send it again",
            faults: faults)
    }

    private static func flag(_ text: String, _ name: String) throws(APIError) -> Bool {
        switch text {
        case "true": return true
        case "false": return false
        default: throw .invalid(name, "must be true or false, found \"\(text.prefix(100))\"")
        }
    }
}
