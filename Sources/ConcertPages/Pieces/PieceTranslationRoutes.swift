import ConcertEditing
import ConcertNotes
import HTTP
import Tenancy
import Web

/// The page with two tracks side by side, and the form of its rows.
struct PieceTranslationRoutes: Sendable {
    let store: DraftStore

    var routes: [Route] {
        [
            Route.piecePage("getPieceTranslationsPage", "/translations", getPieceTranslationsPage),
            Route.pieceForm("postPieceTranslation", "/translations", postPieceTranslation),
        ]
    }

    /// Answers `getPieceTranslationsPage`: two tracks side by side.
    func getPieceTranslationsPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let pageContext = try await PiecePageContext(request.pieceID(), store, context)
        let fields = try request.queryFields()
        return try PieceTranslationsPage(
            pageContext: pageContext, pair: .init(fields, in: pageContext.content), message: PieceMessage(fields)
        ).response()
    }

    /// Answers `postPieceTranslation`: changes the note of a row, or adds a note to a row without one.
    func postPieceTranslation(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (form, piece, tenant) = (try request.form(), try request.pieceID(), context.tenant.id)
        let track = try form("to")
        return try await Response.showingFaults(
            on: { error in
                let pageContext = try await PiecePageContext(piece, store, context)
                return try PieceTranslationsPage(
                    pageContext: pageContext, pair: .init(form, in: pageContext.content), error: error,
                    typed: .init(row: try form.optional("row"), text: try form.optional("text"))
                ).response()
            },
            {
                let (measure, text) = (try form.measure(), try form.noteText("text"))
                let note = try form.optional("annotation") ?? ""
                let (id, message): (String, PieceMessage)
                if note.isEmpty {
                    id = try await store.add(to: piece, action: "annotation.create", key: nil, in: tenant, context) {
                        try $0.content.addAnnotation(measure: measure, text: text, toTrack: track)
                    }.id
                    message = .added
                } else {
                    let known = IfMatch(try form("tag"))
                    _ = try await store.change(piece, action: "annotation.change", in: tenant, context) { piece in
                        let (trackIndex, index) = try piece.content.index(ofAnnotation: note, inTrack: track)
                        let old = piece.content.tracks[trackIndex].annotations[index]
                        try known.check(ContentTag.text(old, of: tenant))
                        try piece.content.replaceAnnotation(note, inTrack: track, measure: old.measure, text: text)
                    }
                    (id, message) = (note, .saved)
                }
                return .seeOther(try Self.path(piece, form, row: id, message))
            })
    }

    private static func path(
        _ piece: PieceDraft.ID, _ form: FormFields, row: String, _ message: PieceMessage
    ) throws(APIError) -> LocalPath {
        let (from, to) = (try form.optional("from") ?? "", try form("to"))
        let only = try form.optional("only") == "missing" ? "&only=missing" : ""
        let query = "?from=\(from.percentEncoded)&to=\(to.percentEncoded)\(only)&notice=\(message.rawValue)#row-t\(row)"
        return LocalPath(PiecePageContext.path(piece, "/translations" + query)) ?? "/cms"
    }
}
