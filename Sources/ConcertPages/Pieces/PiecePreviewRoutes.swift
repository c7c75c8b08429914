import ConcertEditing
import ConcertNotes
import HTTP
import Tenancy
import Web

/// The page that previews the display of phones at a measure of a draft.
struct PiecePreviewRoutes: Sendable {
    let store: DraftStore
    let glossary: GlossaryStore

    var routes: [Route] { [Route.piecePage("getPiecePreview", "/preview", getPiecePreview)] }

    /// Answers `getPiecePreview`: the preview of a measure.
    func getPiecePreview(_ request: Request, _ context: RequestContext) async throws -> Response {
        let pageContext = try await PiecePageContext(request.pieceID(), store, context)
        // `nil` means that the version changed during the call, which is rare; the next call reads the new version.
        var items = try await glossary.glossary(in: context.tenant.id)
        if items == nil { items = try await glossary.glossary(in: context.tenant.id) }
        return PiecePreviewPage(
            pageContext: pageContext,
            selection: try EditorSelection(request.queryFields(), in: pageContext.content, pageContext.measures),
            glossary: GlossaryMatcher(items?.glossary.items ?? [])
        ).response()
    }
}
