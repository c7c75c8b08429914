import HTTP
import Tenancy
import Web

/// The public endpoints of shows, episodes, people, topics and genres. A request for an inactive show, or for an episode of an inactive show, gets
/// 404.
public struct DetailRoutes: Sendable {
    private let database: TenantDatabase
    private let now: @Sendable () -> Instant

    /// Creates the routes.
    ///
    /// - Parameter now: Returns the current instant, which decides which episodes are on demand and which broadcasts are upcoming.
    public init(database: TenantDatabase, now: @escaping @Sendable () -> Instant = { .now }) {
        self.database = database
        self.now = now
    }

    public var routes: [Route] {
        [
            Route("getShow", .get, "/api/v1/shows/{show}", access: .everyone, endpoint: getShow),
            Route("getEpisode", .get, "/api/v1/episodes/{episode}", access: .everyone, endpoint: getEpisode),
            Route("getPerson", .get, "/api/v1/people/{person}", access: .everyone, endpoint: getPerson),
            Route("findTopics", .get, "/api/v1/topics", access: .everyone, endpoint: findTopics),
            Route(
                "getTopic", .get, "/api/v1/topics/{topic}", access: .everyone, query: ["cursor", "limit"],
                endpoint: getTopic),
            Route("findGenres", .get, "/api/v1/genres", access: .everyone, endpoint: findGenres),
            Route(
                "findGenreTerms", .get, "/api/v1/genres/terms", access: .everyone,
                query: ["cursor", "limit", "search"], endpoint: findGenreTerms),
        ]
    }

    /// Answers `getShow`: the show as JSON or as linked data; 404 if no active show has this ID.
    func getShow(_ request: Request, _ context: RequestContext) async throws -> Response {
        let id = try request.key(of: .show)
        guard let show = try await ShowDetailStore(database: database).show(id, at: now(), in: context.tenant) else {
            throw APIError.unknownShow
        }
        return try LinkedData.answer(request, context, plain: show) { show.linked(at: $0) }
    }

    /// Answers `getEpisode`: the episode with its available versions, as JSON or as linked data; 404 if no active show has an episode with this ID.
    func getEpisode(_ request: Request, _ context: RequestContext) async throws -> Response {
        let id = try request.key(of: .episode)
        let store = EpisodeDetailStore(database: database)
        guard let episode = try await store.episode(id, at: now(), in: context.tenant) else {
            throw APIError.unknownEpisode
        }
        return try LinkedData.answer(request, context, plain: episode) { episode.linked(at: $0) }
    }

    /// Answers `getPerson`: the person; 404 if no person has this ID.
    func getPerson(_ request: Request, _ context: RequestContext) async throws -> Response {
        let id = try request.key(of: .person)
        guard let person = try await PersonDetailStore(database: database).person(id, in: context.tenant) else {
            throw APIError.unknown(.person)
        }
        return try .tagged(person, in: context.tenant.id)
    }

    /// Answers `findTopics`: the topics, excluding keywords, in their editorial order, at most 1,000.
    func findTopics(_ request: Request, _ context: RequestContext) async throws -> Response {
        let topics = try await TopicDetailStore(database: database).topics(at: now(), in: context.tenant)
        return try .tagged(ListView(topics), in: context.tenant.id)
    }

    /// Answers `getTopic`: the topic or keyword with a page of its available episodes, at most `limit` (1 to 200, by default 50); 404 if there is no
    /// topic or keyword with this ID, 400 for a malformed query, 422 for an invalid value.
    func getTopic(_ request: Request, _ context: RequestContext) async throws -> Response {
        let id = try request.key(of: .topic)
        let page = try ListQuery(request, in: context.tenant)
        let store = TopicDetailStore(database: database)
        guard let topic = try await store.topic(id, page, at: now(), in: context.tenant) else {
            throw APIError.unknown(.topic)
        }
        return try .tagged(topic, in: context.tenant.id)
    }

    /// Answers `findGenres`: the tenant's genres, ordered by name in the tenant's language.
    func findGenres(_ request: Request, _ context: RequestContext) async throws -> Response {
        let genres = try await GenreStore(database: database).genres(in: context.tenant)
        return try .tagged(ListView(genres.map(GenreView.init)), in: context.tenant.id)
    }

    /// Answers `findGenreTerms`: a page of the TV-Anytime terms that match `search`, by default of all terms, at most `limit` (1 to 200, by default
    /// 50); 400 for a malformed query, 422 for an invalid value. The vocabulary is the same for every tenant.
    func findGenreTerms(_ request: Request, _ context: RequestContext) async throws -> Response {
        let page = try ListQuery(request, in: context.tenant)
        let terms = GenreTerm.matching(page.search ?? "").dropFirst(page.offset)
        let view = ListView(
            terms.prefix(page.limit).map { GenreTermView(code: $0.code, name: $0.name) },
            next: terms.count > page.limit ? String(page.offset + page.limit) : nil)
        return try .tagged(view, in: context.tenant.id)
    }
}

/// A TV-Anytime genre term in the response of `findGenreTerms`.
struct GenreTermView: Encodable, Sendable {
    let code: String
    let name: String
}
