import ConcertEditing
import ConcertNotes
import HTTP
import Tenancy
import Web

/// The pages of a piece of a draft with their forms, below `/cms/pieces/{piece}`. A refused form shows its page with the typed values and the error.
struct PieceEditorRoutes: Sendable {
    private let store: DraftStore
    private let glossary: GlossaryStore
    private let printer: (any PDFPrinter)?

    init(database: TenantDatabase, printer: (any PDFPrinter)?) {
        self.printer = printer
        store = DraftStore(database: database)
        glossary = GlossaryStore(database: database)
    }

    var routes: [Route] {
        [Route.piecePage("getPieceEditor", "", getPieceEditor)] + NoteFormRoutes(store: store).routes
            + PieceTrackRoutes(store: store).routes + PieceStructureRoutes(store: store).routes
            + PieceMeasureRoutes(store: store).routes + PiecePreviewRoutes(store: store, glossary: glossary).routes
            + PieceTranslationRoutes(store: store).routes + PieceProofRoutes(store: store, printer: printer).routes
            + PieceUndoRoutes(store: store).routes
    }

    /// Answers `getPieceEditor`: the page of the score-time editor.
    func getPieceEditor(_ request: Request, _ context: RequestContext) async throws -> Response {
        let pageContext = try await PiecePageContext(request.pieceID(), store, context)
        let fields = try request.queryFields()
        return try PieceEditorPage(
            pageContext: pageContext,
            selection: EditorSelection(fields, in: pageContext.content, pageContext.measures),
            flash: PieceFlash(fields)
        ).response()
    }
}
