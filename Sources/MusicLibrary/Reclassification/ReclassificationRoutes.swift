import HTTP
import SoundCloud
import Tenancy
import Web

/// The endpoints that show and apply the difference between the current filings and the filings under the current rules (spec L8).
public struct ReclassificationRoutes: Sendable {
    private let changes: FilingChanges

    public init(database: TenantDatabase, filing: FilingResources) {
        changes = FilingChanges(database: database, filing: filing)
    }

    private static let path = "/api/v1/me/library/reclassification"

    public var routes: [Route] {
        [
            Route(
                "getReclassification", .get, Self.path, access: .account, query: ["cursor", "limit"],
                endpoint: getReclassification),
            Route(
                "applyReclassification", .post, Self.path, access: .account, bodyLimit: 4 * 1024,
                endpoint: applyReclassification),
        ]
    }

    /// The 412 error for a difference that has changed since the listener's review.
    package static let changed = APIError(
        .preconditionFailed, code: .changedMeanwhile,
        "your library has changed, so the preview is out of date: load the preview again")

    /// Answers `getReclassification`: a page of the tracks that the current rules would file differently, and the revision of this difference; 422
    /// for an invalid cursor or limit. O(n) in the library and the evidence.
    func getReclassification(_ request: Request, _ context: RequestContext) async throws -> Response {
        let difference = try await changes.reclassification(of: context.listener)
        let (moves, next) = try difference.page(request)
        return try .personal(ReclassificationView(difference, moves, next: next))
    }

    private struct Body: Decodable { let revision: String }

    /// Answers `applyReclassification`: files the tracks of the reviewed difference by the current rules, and returns the revision and the number of
    /// tracks whose filing has changed; 412 for an outdated revision, 503 if other changes interfere.
    func applyReclassification(_ request: Request, _ context: RequestContext) async throws -> Response {
        let body = try request.json(as: Body.self)
        guard let done = try await changes.reclassify(body.revision, by: context.listener) else { throw Self.changed }
        return try .personal(ReclassifiedView(revision: done.revision, changed: done.moves.count))
    }
}

extension LibraryReclassification {
    /// Returns the requested page of moves and the cursor of the next page, which is `nil` on the last page. Throws 422 if the limit or the cursor is
    /// not valid.
    package func page(_ request: Request) throws(APIError) -> (moves: ArraySlice<Move>, next: String?) {
        let fields = try request.queryFields()
        let limit = try fields.pageSize()
        let position: String? = try fields.position(in: "reclassification") {
            $0.values.count == 1 ? $0.values[0] : nil
        }
        let rest = position.map { position in moves.drop { $0.before.id <= position } } ?? moves[...]
        let page = rest.prefix(limit)
        let next =
            rest.count > limit ? page.last.map { ListCursor("reclassification", [$0.before.id]).description } : nil
        return (page, next)
    }
}
