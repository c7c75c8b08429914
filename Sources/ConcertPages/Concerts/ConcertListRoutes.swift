import ConcertEditing
import HTTP
import Web

/// The page `/cms` with the concerts of a tenant, and the page with which a concert is created.
struct ConcertListRoutes: Sendable {
    let store: DraftStore

    var routes: [Route] {
        [
            Route("getConcertListPage", .get, "/cms", access: .concerts, errors: .page, endpoint: getConcertListPage),
            Route("getNewConcertPage", .get, "/cms/new", access: .concerts, errors: .page, endpoint: getNewConcertPage),
            Route("postNewConcert", .post, "/cms/new", access: .concerts, errors: .page, endpoint: postNewConcert),
        ]
    }

    /// The largest number of concerts that the list, its search and its calendar show: the first in the order of the short names.
    static let limit = 5_000

    /// Answers `getConcertListPage`: the list or the calendar of concerts.
    func getConcertListPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try request.queryFields()
        let query = try ConcertListQuery(fields)
        let concerts = try await store.concerts(limit: Self.limit, in: context.tenant.id).rows
        return try ConcertListPage(
            context: context, query: query, concerts: concerts, notice: ConcertNotice(fields), now: .now
        ).response()
    }

    /// Answers `getNewConcertPage`: the form of a new concert.
    func getNewConcertPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        NewConcertPage(context: context, typed: ConcertForm()).response()
    }

    /// Answers `postNewConcert`: creates a concert. An empty short name is replaced by one made from the title.
    func postNewConcert(_ request: Request, _ context: RequestContext) async throws -> Response {
        let typed = try ConcertForm(try request.form())
        return try await .showingFaults(on: { NewConcertPage(context: context, typed: typed, error: $0).response() }) {
            let proposal = EditedConcert.slug(from: typed.slug.isEmpty ? typed.details.title : typed.slug)
            let slug = typed.slug.isEmpty ? proposal : typed.slug
            var faults = typed.details.faults
            if !faults.contains(where: { $0.field == "/title" }), !EditedConcert.isSlug(slug) {
                faults.append(
                    APIError.Fault(
                        field: "/slug",
                        reason:
                            "must be 1 to 63 lower-case letters from a to z, digits and hyphens, without a hyphen at the beginning, "
                            + "found \"\(slug.prefix(100))\"",
                        suggestion: !proposal.isEmpty
                            ? "write \(proposal)"
                            : typed.slug.isEmpty
                                ? "write a short name: the title has no letters from a to z and no digits"
                                : "write a short name such as fate-and-autumn"))
            }
            guard faults.isEmpty else { throw APIError.invalid(faults) }
            do {
                let concert = try await store.create(slug, typed.details, in: context.tenant.id, context)
                return .seeOther(ConcertPaths.concert(concert.slug).description, ConcertNotice.created)
            } catch let error as APIError where error.code == .concertExists {
                throw APIError(
                    .conflict, code: .concertExists, error.detail,
                    faults: [
                        APIError.Fault(
                            field: "/slug", reason: "is the short name of another concert",
                            suggestion:
                                "add the year or the season, such as \(slug)-\(typed.details.date?.prefix(4) ?? "2")")
                    ])
            }
        }
    }
}

extension Route.Access {
    /// The permission that every page below `/cms` requires.
    static let concerts = Route.Access.permission(.editConcerts)
}
