import ConcertEditing
import ConcertNotes
import HTTP
import ScoreFormats
import Tenancy
import Web

/// The endpoints of imports into a piece, and of its XML.
struct PieceImportRoutes: Sendable {
    let store: DraftStore
    let imports: PieceImport

    /// The largest file that is imported into a piece, in bytes.
    static let bodyLimit = ScoreLimits().bytes

    var routes: [Route] {
        let piece = "/api/v1/admin/pieces/{piece}"
        let access = Route.Access.permission(.editConcerts)
        return [
            Route("getPieceXML", .get, piece + "/xml", access: access, query: ["v"], endpoint: getPieceXML),
            Route(
                "replacePieceXML", .put, piece + "/xml", access: access, query: ["dryRun"], bodyLimit: Self.bodyLimit,
                endpoint: replacePieceXML),
            Route("findPieceImports", .get, piece + "/imports", access: access, endpoint: findPieceImports),
            Route(
                "importPiece", .post, piece + "/imports", access: access,
                query: PieceImportOptions.query.union(["dryRun"]), bodyLimit: Self.bodyLimit, endpoint: importPiece),
            Route(
                "undoPieceImport", .delete, piece + "/imports/{import}", access: access, endpoint: undoPieceImport),
        ]
    }

    /// Answers `getPieceXML`: the piece of the draft in the XML of getData.php; with `v=2`, also its key signatures and intensities.
    func getPieceXML(_ request: Request, _ context: RequestContext) async throws -> Response {
        let version = try request.queryFields().optional("v")
        guard version == nil || version == "2" else {
            throw APIError.invalid("v", "must be 2 or omitted, found \"\((version ?? "").prefix(100))\"")
        }
        let piece = try await store.piece(request.draftPiece(), in: context.tenant.id)
        let document = try PieceDocument(piece.content.piece(named: piece.name), integerSeconds: false)
        return .bytes(
            PieceDocument.concert(of: [version == nil ? document.plain : document.extended]),
            mediaType: "application/xml",
            fields: ["ETag": try piece.contentTag(of: context.tenant.id), "Cache-Control": "no-store"])
    }

    /// Answers `replacePieceXML` like `importPiece` for the format `getdata`. Tracks that the file does not have are removed.
    func replacePieceXML(_ request: Request, _ context: RequestContext) async throws -> Response {
        var options = PieceImportOptions(format: .getData)
        options.mode = .replaceAll
        return try await answer(options, isDryRun: try request.queryFields().flag("dryRun"), request, context)
    }

    /// Answers `findPieceImports`: the imports into a piece that can be undone, the latest first.
    func findPieceImports(_ request: Request, _ context: RequestContext) async throws -> Response {
        let id = try request.draftPiece()
        let records = try await store.imports(of: id, in: context.tenant.id)
        let tag = try await store.piece(id, in: context.tenant.id).contentTag(of: context.tenant.id)
        return try .json(
            ListView(records.map(DraftImportView.init)), fields: ["ETag": tag, "Cache-Control": "no-store"])
    }

    /// Answers `importPiece`: imports a file into a piece, once for each idempotency key, and returns the report. A dry run changes nothing.
    func importPiece(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try request.queryFields()
        let options = try PieceImportOptions(fields, of: request)
        return try await answer(options, isDryRun: try fields.flag("dryRun"), request, context)
    }

    private func answer(
        _ options: PieceImportOptions, isDryRun: Bool, _ request: Request, _ context: RequestContext
    ) async throws -> Response {
        let (id, known, tenant) = (try request.draftPiece(), IfMatch(request), context.tenant.id)
        let check: @Sendable (PieceDraft) throws -> Void = {
            try known.check(try $0.contentTag(of: tenant), showing: KnownPiece($0))
        }
        let piece = try await store.piece(id, in: tenant)
        let source = PieceSource(
            bytes: request.body, format: options.format, repairsPictures: options.repairsPictures)
        let imported: Result<ImportedPiece, FileFaults>
        do {
            imported = .success(try await imports.read(source, for: piece.name, in: tenant))
        } catch let error as FileFaults {
            guard isDryRun else {
                try check(piece)
                throw APIError.importRefused(error.findings)
            }
            imported = .failure(error)
        }
        let outcome =
            isDryRun
            ? try imports.preview(imported, options, into: piece, check)
            : try await imports.run(
                try imported.get(), options, into: id, key: EditKey(request), context, check)
        var fields: Fields = [
            "ETag": try outcome.piece.contentTag(of: tenant), "Cache-Control": "no-store",
        ]
        if let record = outcome.record {
            fields["Location"] = "/api/v1/admin/pieces/\(id)/imports/\(record.id)"
        }
        return try .json(
            DraftImportView(outcome.report, faults: outcome.faults, record: outcome.record, isDryRun: isDryRun),
            status: outcome.record == nil ? .ok : .created, fields: fields)
    }

    /// Answers `undoPieceImport`: undoes an import into a piece, unless the piece was edited after it.
    func undoPieceImport(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (id, record) = (try request.draftPiece(), try request.draftImport())
        _ = try await store.undoImport(record, of: id, in: context.tenant.id, context)
        return .noContent
    }
}

/// The JSON of the current piece in a response with 412.
struct KnownPiece: Encodable, Sendable {
    let id: String
    let name: String
    let version: Int64
    let measureCount: Int

    init(_ piece: PieceDraft) {
        id = piece.id.description
        name = piece.name.description
        version = piece.version
        measureCount = piece.content.measures.count
    }
}

extension Request {
    /// Returns the identifier of the piece in the path. Throws `APIError` 404 for a text that is not an identifier.
    func draftPiece() throws(APIError) -> PieceDraft.ID {
        guard let id = PieceDraft.ID(try parameter("piece")) else {
            throw APIError.noSuchPiece
        }
        return id
    }

    /// Returns the identifier of the import in the path. Throws `APIError` 404 for a text that is not an identifier.
    func draftImport() throws(APIError) -> DraftImport.ID {
        guard let id = DraftImport.ID(try parameter("import")) else {
            throw APIError(
                .notFound, code: .noSuchImport,
                "there is no import with this ID that can be undone: check the ID in the list of imports")
        }
        return id
    }
}
