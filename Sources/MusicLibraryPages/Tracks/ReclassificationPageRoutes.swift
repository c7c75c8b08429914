import HTTP
import MusicLibrary
import SoundCloud
import Tenancy
import Web

/// The page that shows which tracks the current rules would file differently, and applies the difference (spec L8).
public struct ReclassificationPageRoutes: Sendable {
    private let changes: FilingChanges
    private let items: CloudItemStore

    public init(database: TenantDatabase, filing: FilingResources) {
        items = CloudItemStore(database: database)
        changes = FilingChanges(database: database, filing: filing)
    }

    public var routes: [Route] {
        [
            .accountPage("getReclassificationPage", ReclassificationPage.path, endpoint: getReclassificationPage),
            .accountForm("postReclassification", ReclassificationPage.path, endpoint: postReclassification),
        ]
    }

    /// Answers `getReclassificationPage`: a page of the tracks that the current rules would file differently; 422 for an invalid parameter.
    func getReclassificationPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let isDone = try request.queryFields().optional("notice") == "filed"
        let above: HTML? = isDone ? .successNotice("Your library is now filed according to the current rules.") : nil
        return try await shown(request, context, above: above)
    }

    /// Answers `postReclassification`: a redirect after the difference was applied. If the difference has changed since the review, nothing is
    /// applied, and the new difference is shown (412). 503 if other changes interfere.
    func postReclassification(_ request: Request, _ context: RequestContext) async throws -> Response {
        let revision = try request.form()("revision")
        guard try await changes.reclassify(revision, by: context.listener) != nil else {
            return try await shown(
                request, context, above: .fault(ReclassificationRoutes.changed), status: .preconditionFailed)
        }
        return .seeOther("/library/reclassification?notice=filed")
    }

    private func shown(
        _ request: Request, _ context: RequestContext, above: HTML?, status: Status = .ok
    ) async throws -> Response {
        let difference = try await changes.reclassification(of: context.listener)
        let (moves, next) = try difference.page(request)
        let shown = try await items.items(tracks: moves.map(\.track), for: context.listener)
        return ReclassificationPage(
            context: context, difference: difference, moves: moves,
            covers: shown.tracks.compactMapValues { $0.cover() },
            nextCursor: next, above: above, status: status
        ).response()
    }
}
