import ConcertEditing
import HTTP
import Tenancy
import Web

/// The form that undoes the deletion of a note, a section or a track.
struct PieceUndoRoutes: Sendable {
    let store: DraftStore

    var routes: [Route] { [Route.pieceForm("postPieceUndo", "/undo", postPieceUndo)] }

    /// Answers `postPieceUndo`: restores the deleted note, section or track, and redirects to it. Later edits of the piece stay. A refused
    /// restoration shows the editor with the error.
    func postPieceUndo(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (form, piece) = (try request.form(), try request.pieceID())
        let text = try form("deletion")
        guard let deletion = DraftImport.ID(text) else {
            throw APIError.invalid("deletion", "must be the ID of a deletion, found \"\(text.prefix(100))\"")
        }
        do {
            let restored = try await store.undoDeletion(deletion, of: piece, in: context.tenant.id, context)
            return .seeOther(Self.path(piece, restored))
        } catch let error as APIError where error.isCorrectable {
            let pageContext = try await PiecePageContext(piece, store, context)
            let selection = EditorSelection(
                track: nil, measure: nil, annotation: nil, in: pageContext.content, pageContext.measures)
            var page = PieceEditorPage(pageContext: pageContext, selection: selection, error: error)
            page.isUndoRefused = true
            var response = try page.response()
            response.status = error.status
            return response
        }
    }

    private static func path(_ piece: PieceDraft.ID, _ restored: DeletedPart.Restored) -> LocalPath {
        let message = PieceMessage.restored
        switch restored {
        case .annotation(let id, let track, let measure):
            return EditorSelection.path(piece, track: track, measure: measure, annotation: id, message)
        case .section(let id):
            return ConcertPaths.piece(piece, "/structure?notice=\(message.rawValue)#section\(id)")
        case .track(let id): return ConcertPaths.piece(piece, "/tracks?notice=\(message.rawValue)#track\(id)")
        }
    }
}
