import ConcertEditing
import ConcertNotes
import HTTP
import Tenancy
import Web

/// The page for proofreading a piece, and the proof as PDF.
struct PieceProofRoutes: Sendable {
    let store: DraftStore
    let printer: (any PDFPrinter)?

    var routes: [Route] {
        [
            Route.piecePage("getPieceProofPage", "/proof", getPieceProofPage),
            Route.piecePage("getPieceProofPDF", "/proof.pdf", getPieceProofPDF),
        ]
    }

    /// Answers `getPieceProofPage`: the page for proofreading a piece.
    func getPieceProofPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await page(request, context).response()
    }

    /// Answers `getPieceProofPDF`: the proof as PDF. If the PDF cannot be made, answers 503 with the page of the proof, which the browser can print.
    func getPieceProofPDF(_ request: Request, _ context: RequestContext) async throws -> Response {
        var page = try await page(request, context)
        if let printer {
            do {
                let bytes = try await printer.pdf(of: page.printed, for: context.tenant.id)
                return .bytes(
                    bytes, mediaType: "application/pdf",
                    fields: [
                        "Content-Disposition": "inline; filename=\"proof-\(page.pageContext.piece.id).pdf\"",
                        "Cache-Control": "no-store",
                    ])
            } catch let error as APIError {
                throw error
            } catch {
                context.logger.warning("proof not printed", metadata: ["reason": "\(error)"])
            }
        }
        page.isRefused = true
        var response = page.response()
        response.status = .serviceUnavailable
        return response
    }

    private func page(_ request: Request, _ context: RequestContext) async throws -> PieceProofPage {
        let pageContext = try await PiecePageContext(request.pieceID(), store, context)
        let named = try request.queryFields().optional("track")
        let track = pageContext.content.tracks.first { $0.id == named }?.id
        return PieceProofPage(pageContext: pageContext, track: track, canPrint: printer != nil)
    }
}
