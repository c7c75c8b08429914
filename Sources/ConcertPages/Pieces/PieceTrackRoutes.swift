import ConcertEditing
import ConcertNotes
import HTTP
import Tenancy
import Web

/// The page of the tracks of a piece, and its forms.
struct PieceTrackRoutes: Sendable {
    let store: DraftStore

    var routes: [Route] {
        [
            Route.piecePage("getPieceTracksPage", "/tracks", getPieceTracksPage),
            Route.pieceForm("postPieceTrack", "/tracks", postPieceTrack),
            Route.pieceForm("postPieceTrackOrder", "/track-order", postPieceTrackOrder),
            Route.pieceForm("postPieceTrackChange", "/tracks/{track}", postPieceTrackChange),
            Route.pieceForm("postPieceTrackDelete", "/tracks/{track}/delete", postPieceTrackDelete),
        ]
    }

    /// Answers `getPieceTracksPage`: the page of a piece's tracks.
    func getPieceTracksPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let flash = try PieceFlash(request.queryFields())
        return try PieceTracksPage(
            pageContext: try await PiecePageContext(request.pieceID(), store, context), flash: flash
        ).response()
    }

    /// Answers `postPieceTrack`: adds a track.
    func postPieceTrack(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (form, piece) = (try request.form(), try request.pieceID())
        return try await showing(.init(values: try Self.values(form)), piece, context) {
            let new = try Self.track(form)
            let (id, _) = try await store.add(
                to: piece, action: "track.create", key: nil, in: context.tenant.id, context
            ) { try $0.content.addTrack(name: new.name, language: new.language, level: new.level) }
            return Self.done(piece, .trackAdded, track: id)
        }
    }

    /// Answers `postPieceTrackChange`: changes the name, language and level of a track.
    func postPieceTrackChange(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (form, piece, id) = (try request.form(), try request.pieceID(), try request.parameter("track"))
        return try await showing(.init(track: id, values: try Self.values(form)), piece, context) {
            let (new, known, tenant) = (try Self.track(form), IfMatch(try form("tag")), context.tenant.id)
            _ = try await store.change(piece, action: "track.change", in: tenant, context) { piece in
                let track = piece.content.tracks[try piece.content.index(ofTrack: id)]
                try known.check(ContentTag.text(track.head, of: tenant))
                try piece.content.replaceTrack(id, by: new)
            }
            return Self.done(piece, .trackSaved, track: id)
        }
    }

    /// Answers `postPieceTrackOrder`: moves a track one step up or down.
    func postPieceTrackOrder(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (form, piece) = (try request.form(), try request.pieceID())
        let id = try form("track")
        return try await showing(.init(track: id, isAction: true), piece, context) {
            let (known, tenant) = (IfMatch(try form("tag")), context.tenant.id)
            let step = try form.choice("to", as: Direction.self) == .up ? -1 : 1
            _ = try await store.change(piece, action: "track.order", in: tenant, context) { piece in
                var ids = piece.content.tracks.map(\.id)
                try known.check(ContentTag.text(ids, of: tenant))
                let index = try piece.content.index(ofTrack: id)
                guard ids.indices.contains(index + step) else { return }
                ids.swapAt(index, index + step)
                try piece.content.arrangeTracks(ids)
            }
            return Self.done(piece, .ordered, track: id)
        }
    }

    private enum Direction: String, CaseIterable {
        case up, down
    }

    /// Answers `postPieceTrackDelete`: deletes a track with its notes. The page then offers to undo the deletion.
    func postPieceTrackDelete(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (form, piece, id) = (try request.form(), try request.pieceID(), try request.parameter("track"))
        return try await showing(.init(track: id, isAction: true), piece, context) {
            let (known, tenant) = (IfMatch(try form("tag")), context.tenant.id)
            let deletion = try await store.delete(from: piece, action: "track.delete", in: tenant, context) { content in
                let track = content.tracks[try content.index(ofTrack: id)]
                try known.check(ContentTag.text(track.head, of: tenant))
                return try content.removeTrack(id)
            }
            return Self.done(piece, .trackDeleted, undo: deletion)
        }
    }

    // MARK: Common

    private static func values(_ form: FormFields) throws(APIError) -> [String: String] {
        var values: [String: String] = [:]
        for name in ["name", "language", "level"] { values[name] = try form.optional(name) }
        return values
    }

    /// Reads the track of a form. An empty language or level means none.
    private static func track(_ form: FormFields) throws(APIError) -> PieceContent.TrackContent {
        let (language, level) = (try form.optional("language") ?? "", try form.optional("level") ?? "")
        return PieceContent.TrackContent(
            id: "", name: try form("name"), language: language.isEmpty ? nil : language,
            level: level.isEmpty ? nil : try form.choice("level"))
    }

    private static func done(
        _ piece: PieceDraft.ID, _ message: PieceMessage, track: String? = nil, undo deletion: DraftImport.ID? = nil
    ) -> Response {
        let fragment = track.map { "#track\($0)" } ?? ""
        return .seeOther(
            ConcertPaths.piece(piece, "/tracks?\(PieceFlash.query(message, undo: deletion))\(fragment)"))
    }

    private func showing(
        _ typed: PieceTracksPage.Typed, _ piece: PieceDraft.ID, _ context: RequestContext,
        _ action: () async throws -> Response
    ) async throws -> Response {
        try await Response.showingFaults(
            on: { error in
                try PieceTracksPage(
                    pageContext: try await PiecePageContext(piece, store, context), error: error, typed: typed
                ).response()
            }, action)
    }
}
