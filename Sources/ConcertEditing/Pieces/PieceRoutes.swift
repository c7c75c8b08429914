import ConcertNotes
import HTTP
import Tenancy
import Web

/// The endpoints of one piece and of its tables of measures, key signatures and intensities.
struct PieceRoutes: Sendable {
    let store: DraftStore

    /// The largest content of a request that replaces a table, in bytes: room for 20,000 measures.
    static let tableLimit = 4 << 20

    var routes: [Route] {
        let one = "/api/v1/admin/pieces/{piece}"
        return [
            Route("getPieceDraft", .get, one, access: .editing, endpoint: getPieceDraft),
            Route("changePiece", .patch, one, access: .editing, endpoint: changePiece),
            Route("deletePiece", .delete, one, access: .editing, endpoint: deletePiece),
            Route("getPieceMeasures", .get, one + "/measures", access: .editing, endpoint: getPieceMeasures),
            Route(
                "replacePieceMeasures", .put, one + "/measures", access: .editing, bodyLimit: Self.tableLimit,
                endpoint: replacePieceMeasures),
            Route("getPieceKeys", .get, one + "/keys", access: .editing, endpoint: getPieceKeys),
            Route(
                "replacePieceKeys", .put, one + "/keys", access: .editing, bodyLimit: Self.tableLimit,
                endpoint: replacePieceKeys),
            Route("getPieceIntensities", .get, one + "/intensities", access: .editing, endpoint: getPieceIntensities),
            Route(
                "replacePieceIntensities", .put, one + "/intensities", access: .editing, bodyLimit: Self.tableLimit,
                endpoint: replacePieceIntensities),
        ]
    }

    /// Answers `getPieceDraft`: a piece of a draft with its faults.
    func getPieceDraft(_ request: Request, _ context: RequestContext) async throws -> Response {
        let piece = try await store.piece(request.pieceID(), in: context.tenant.id)
        return try .edited(PieceDraftView(piece), tag: piece.heading, in: context)
    }

    /// Answers `changePiece`: changes the heading of a piece, and returns the piece.
    func changePiece(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (id, known, tenant) = (try request.pieceID(), IfMatch(request), context.tenant.id)
        let concert = try await store.concert(of: id, in: tenant)
        let (_, pieces) = try await store.changeProgramme(
            of: concert, action: "piece.change", in: tenant, context
        ) { edit in
            guard let piece = edit.pieces.first(where: { $0.id == id }) else { throw APIError.noSuchPiece }
            try known.check(piece.heading, of: tenant, view: PieceDraftView(piece))
            var patch = try request.mergePatch()
            var heading = piece.heading
            heading.apply(&patch)
            try patch.finish()
            try await edit.rename(piece, heading)
        }
        guard let piece = pieces.first(where: { $0.id == id }) else { throw APIError.noSuchPiece }
        return try .edited(PieceDraftView(piece), tag: piece.heading, in: context)
    }

    /// Answers `deletePiece`: deletes a piece of a draft with its annotations.
    func deletePiece(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (id, known, tenant) = (try request.pieceID(), IfMatch(request), context.tenant.id)
        let concert = try await store.concert(of: id, in: tenant)
        _ = try await store.changeProgramme(of: concert, action: "piece.delete", in: tenant, context) { edit in
            guard let piece = edit.pieces.first(where: { $0.id == id }) else { throw APIError.noSuchPiece }
            try known.check(piece.heading, of: tenant, view: PieceDraftView(piece))
            try await edit.remove(id)
        }
        return .noContent
    }

    // MARK: Measures

    private struct Measures: Codable, Sendable {
        let measures: [PieceContent.MeasureContent]
        let end: PieceContent.EndContent?

        init(_ content: PieceContent) {
            measures = content.measures
            end = content.end
        }
    }

    /// Answers `getPieceMeasures`: the table of measures with the end of the piece.
    func getPieceMeasures(_ request: Request, _ context: RequestContext) async throws -> Response {
        let table = Measures(try await store.piece(request.pieceID(), in: context.tenant.id).content)
        return try .edited(table, tag: table, in: context)
    }

    /// Answers `replacePieceMeasures`: replaces the table of measures and the end, and returns them. If the measures change, annotations, sections,
    /// key signatures and intensities lose their own start times.
    func replacePieceMeasures(_ request: Request, _ context: RequestContext) async throws -> Response {
        let table = try request.json(as: Measures.self)
        let piece = try await replace("piece.measures", request, context, Measures.init) {
            try $0.replaceMeasures(by: table.measures, end: table.end)
        }
        let new = Measures(piece.content)
        return try .edited(new, tag: new, in: context)
    }

    // MARK: Keys

    private struct Keys: Codable, Sendable {
        let keys: [Key]

        struct Key: Codable, Sendable {
            let measure: Int
            let fifths: Int
            let name: String?
        }

        init(_ content: PieceContent) {
            keys = content.keys.map { Key(measure: $0.measure, fifths: $0.fifths, name: $0.name) }
        }
    }

    /// Answers `getPieceKeys`: the key signatures of a piece.
    func getPieceKeys(_ request: Request, _ context: RequestContext) async throws -> Response {
        let keys = Keys(try await store.piece(request.pieceID(), in: context.tenant.id).content)
        return try .edited(keys, tag: keys, in: context)
    }

    /// Answers `replacePieceKeys`: replaces all key signatures of a piece, and returns them.
    func replacePieceKeys(_ request: Request, _ context: RequestContext) async throws -> Response {
        let keys = try request.json(as: Keys.self).keys.map {
            PieceContent.KeyContent(measure: $0.measure, fifths: $0.fifths, name: $0.name ?? "")
        }
        let piece = try await replace("piece.keys", request, context, Keys.init) { try $0.replaceKeys(by: keys) }
        let new = Keys(piece.content)
        return try .edited(new, tag: new, in: context)
    }

    // MARK: Intensities

    private struct Intensities: Codable, Sendable {
        let intensities: [Entry]

        struct Entry: Codable, Sendable {
            let measure: Int
            let value: Float
        }

        init(_ content: PieceContent) {
            intensities = content.intensities.map { Entry(measure: $0.measure, value: $0.value) }
        }
    }

    /// Answers `getPieceIntensities`: the intensities of a piece.
    func getPieceIntensities(_ request: Request, _ context: RequestContext) async throws -> Response {
        let intensities = Intensities(try await store.piece(request.pieceID(), in: context.tenant.id).content)
        return try .edited(intensities, tag: intensities, in: context)
    }

    /// Answers `replacePieceIntensities`: replaces all intensities of a piece, and returns them.
    func replacePieceIntensities(_ request: Request, _ context: RequestContext) async throws -> Response {
        let new = try request.json(as: Intensities.self).intensities.map {
            PieceContent.IntensityContent(measure: $0.measure, value: $0.value)
        }
        let piece = try await replace("piece.intensities", request, context, Intensities.init) {
            try $0.replaceIntensities(by: new)
        }
        let intensities = Intensities(piece.content)
        return try .edited(intensities, tag: intensities, in: context)
    }

    /// Replaces one table of a piece by `change`. `table` extracts the table from the content: `If-Match` is compared with the entity tag of this
    /// table only.
    private func replace<Table: Encodable & Sendable>(
        _ action: String, _ request: Request, _ context: RequestContext,
        _ table: @Sendable (PieceContent) -> Table, _ change: @Sendable (inout PieceContent) throws -> Void
    ) async throws -> PieceDraft {
        let (known, tenant) = (IfMatch(request), context.tenant.id)
        return try await store.change(request.pieceID(), action: action, in: tenant, context) { piece in
            let old = table(piece.content)
            try known.check(old, of: tenant, view: old)
            try change(&piece.content)
        }.piece
    }
}

extension PieceDraft.Heading {
    /// Applies a patch. Names are stored in composed letters (normalization form C), because phones distinguish encodings of a letter.
    mutating func apply(_ patch: inout MergePatch) {
        patch.apply("composer", to: &composer)
        patch.apply("work", to: &work)
        patch.apply("movement", to: &movement)
        patch.apply("recording", to: &recording)
        self = composed
    }
}
