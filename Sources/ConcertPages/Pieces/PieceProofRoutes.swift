import ConcertEditing
import ConcertNotes
import HTTP
import Tenancy
import Web

/// The page for reading proofs of a piece.
struct PieceProofRoutes: Sendable {
    let store: DraftStore

    var routes: [Route] { [Route.piecePage("getPieceProofPage", "/proof", getPieceProofPage)] }

    /// Answers `getPieceProofPage`.
    func getPieceProofPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let pageContext = try await PiecePageContext(request.pieceID(), store, context)
        let named = try request.queryFields().optional("track")
        let track = pageContext.content.tracks.first { $0.id == named }?.id
        return PieceProofPage(pageContext: pageContext, track: track).response()
    }
}
