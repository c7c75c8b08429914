import ConcertEditing
import ConcertNotes
import HTTP
import Tenancy
import Web

/// The endpoints of the page `/cms/pieces/{piece}/tap` and its form.
struct TapPageRoutes: Sendable {
    let store: DraftStore

    var routes: [Route] {
        let path = "/cms/pieces/{piece}/tap"
        let access = Route.Access.permission(.editConcerts)
        return [
            Route("getTapPage", .get, path, access: access, errors: .page, endpoint: getTapPage),
            Route(
                "postTapTimes", .post, path, access: access, errors: .page, bodyLimit: 4 << 20, endpoint: postTapTimes),
        ]
    }

    /// Answers `getTapPage`: the page for timing the measures of a piece by tapping. For a piece without measures, the field `measures` of the query
    /// gives their number, 1 to 20,000.
    func getTapPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try request.queryFields()
        var page = TapPage(
            context: context, piece: try await store.piece(request.draftPiece(), in: context.tenant.id))
        page.message = try ImportFlashMessage(fields)
        guard try fields.optional("measures") != nil else { return page.response() }
        do throws(APIError) {
            page.count = try fields.integer("measures", in: 1...20_000)
        } catch {
            page.error = error
        }
        return page.response()
    }

    /// Answers `postTapTimes`: saves the times in the draft, unless the piece has changed since the page was shown. If a measure changes,
    /// annotations, sections, key signatures and intensities lose their own start times.
    func postTapTimes(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (id, tenant) = (try request.draftPiece(), context.tenant.id)
        let form = try request.form()
        let (text, match) = (try form("times"), try form.optional("match"))
        return try await Response.showingFaults { error in
            var page = TapPage(context: context, piece: try await store.piece(id, in: tenant))
            page.error = error
            page.text = text
            return page.response()
        } _: {
            let times = try MeasureTimes(text)
            _ = try await store.change(id, action: "piece.times", in: tenant, context) { piece in
                try IfMatch(match).check(try piece.contentTag(of: tenant))
                try times.apply(to: &piece.content)
            }
            return .seeOther("/cms/pieces/\(id)/tap", ImportFlashMessage.timed)
        }
    }
}
