import HTTP
import Tenancy
import Web

/// The endpoints that show which tracks the current rules would file differently, and apply that (spec L8).
public struct ReclassificationRoutes: Sendable {
    private let desk: FilingDesk

    public init(database: TenantDatabase, filing: FilingResources) {
        desk = FilingDesk(database: database, filing: filing)
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
            Route(
                "getReclassificationPage", .get, ReclassificationPage.path, access: .account, errors: .page,
                endpoint: getReclassificationPage),
            Route(
                "postReclassification", .post, ReclassificationPage.path, access: .account, errors: .page,
                endpoint: postReclassification),
        ]
    }

    /// 412: the difference is no longer the one that the listener has seen.
    private static let changed = APIError(
        .preconditionFailed, code: "changed-meanwhile",
        "your library has changed, so the preview is out of date: review it again")

    /// Answers `getReclassification`.
    func getReclassification(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (difference, page, next) = try await page(request, context)
        return try .json(ReclassificationView(difference, page, nextCursor: next), fields: .personal)
    }

    private struct Wish: Decodable { let revision: String }

    /// Answers `applyReclassification`.
    func applyReclassification(_ request: Request, _ context: RequestContext) async throws -> Response {
        let wish = try request.json(as: Wish.self)
        guard let done = try await desk.reclassify(wish.revision, by: context.listener) else { throw Self.changed }
        return try .json(ReclassifiedView(revision: done.revision, changed: done.moves.count), fields: .personal)
    }

    /// Answers `getReclassificationPage`.
    func getReclassificationPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let isDone = try request.queryFields().optional("notice") == "filed"
        let above: HTML? = isDone ? .goodNotice("Your library is now filed by the current rules.") : nil
        return try await shown(request, context, above: above)
    }

    /// Answers `postReclassification`.
    func postReclassification(_ request: Request, _ context: RequestContext) async throws -> Response {
        let revision = try request.form()("revision")
        guard try await desk.reclassify(revision, by: context.listener) != nil else {
            return try await shown(request, context, above: .fault(Self.changed), status: .preconditionFailed)
        }
        return .seeOther("/library/reclassification?notice=filed")
    }

    private func shown(
        _ request: Request, _ context: RequestContext, above: HTML?, status: Status = .ok
    ) async throws -> Response {
        let (difference, page, next) = try await page(request, context)
        return ReclassificationPage(
            context: context, difference: difference, moves: page, nextCursor: next, above: above, status: status
        ).response()
    }

    /// The difference, and the page of it that the query asks for.
    private func page(
        _ request: Request, _ context: RequestContext
    ) async throws -> (LibraryReclassification, ArraySlice<LibraryReclassification.Move>, String?) {
        let fields = try request.queryFields()
        let limit = try fields.pageSize()
        let place: String? = try fields.place(in: "reclassification") { $0.values.count == 1 ? $0.values[0] : nil }
        let difference = try await desk.reclassification(of: context.listener)
        let rest = place.map { place in difference.moves.drop { $0.before.id <= place } } ?? difference.moves[...]
        let page = rest.prefix(limit)
        let next =
            rest.count > limit ? page.last.map { ListCursor("reclassification", [$0.before.id]).description } : nil
        return (difference, page, next)
    }
}
