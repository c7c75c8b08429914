import HTTP
import Tenancy
import Web

/// The endpoints of the Show Finder.
public struct FinderRoutes: Sendable {
    private let finder: FinderStore
    private let episodes: EpisodeListStore
    private let search: SearchStore
    private let music: (any MusicSearch)?
    private let now: @Sendable () -> Instant

    /// Creates the routes. `music` answers searches with a `kind`; without `music`, `kind` is ignored. If `cache` is `nil`, the routes have a cache
    /// of their own.
    public init(
        database: TenantDatabase, music: (any MusicSearch)? = nil, cache: FinderCache? = nil,
        now: @escaping @Sendable () -> Instant = { .now }
    ) {
        finder = FinderStore(database: database, cache: cache)
        episodes = EpisodeListStore(database: database)
        search = SearchStore(database: database)
        self.music = music
        self.now = now
    }

    public var routes: [Route] {
        [
            Route(
                "findShows", .get, "/api/v1/finder", access: .everyone,
                query: ["by", "category", "channel", "filter", "limit", "offset"], endpoint: findShows),
            Route(
                "findFinderChannels", .get, "/api/v1/finder/channels", access: .everyone, query: ["filter"],
                endpoint: findFinderChannels),
            Route(
                "findFinderCategories", .get, "/api/v1/finder/categories", access: .everyone, query: ["filter"],
                endpoint: findFinderCategories),
            Route(
                "findShowEpisodes", .get, "/api/v1/shows/{show}/episodes", access: .everyone,
                query: ["after", "before", "filter", "limit"],
                endpoint: findShowEpisodes),
            Route(
                "search", .get, "/api/v1/search", access: .visitor,
                query: ["cursor", "kind", "limit", "offset", "q", "types"], endpoint: search),
        ]
    }

    /// Answers `findShows`: a page of at most `limit` shows, by default 50, and the alphabetic index (`rail`) of the whole list.
    @Sendable
    func findShows(_ request: Request, _ context: RequestContext) async throws -> Response {
        let query = try FinderQuery(request.queryFields())
        let page = try await finder.page(query, at: now(), in: context.tenant.id)
        return try .tagged(FinderView(page, offset: query.offset), in: context.tenant.id)
    }

    /// Answers `findFinderChannels`: the active channels that have shows matching the filter, by channel number.
    @Sendable
    func findFinderChannels(_ request: Request, _ context: RequestContext) async throws -> Response {
        let filter = try request.queryFields().finderFilter()
        let channels = try await finder.channels(filter, at: now(), in: context.tenant.id)
        return try .tagged(FinderChannelsView(channels), in: context.tenant.id)
    }

    /// Answers `findFinderCategories`: the categories that have shows matching the filter, in editorial order.
    @Sendable
    func findFinderCategories(_ request: Request, _ context: RequestContext) async throws -> Response {
        let filter = try request.queryFields().finderFilter()
        let categories = try await finder.categories(filter, at: now(), in: context.tenant.id)
        return try .tagged(FinderCategoriesView(categories), in: context.tenant.id)
    }

    /// Answers `findShowEpisodes`: at most `limit` rows, by default 50, of the show's list of episodes: those before or after a cursor, by default
    /// those around the first airing that is not over.
    @Sendable
    func findShowEpisodes(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let show = Show.ID(try request.parameter("show")) else { throw APIError.unknownShow }
        let query = try EpisodeListQuery(request.queryFields())
        let list = try await episodes.list(query, of: show, at: now(), in: context.tenant.id)
        return try .tagged(EpisodeListView(list), in: context.tenant.id)
    }

    /// Answers `search`: a page of at most `limit` results, by default 20, best first. The music search, if any, answers a request with `kind`
    /// instead.
    @Sendable
    func search(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try request.queryFields()
        if let music, try fields.optional("kind") != nil { return try await music.respond(to: request, context) }
        let query = try SearchQuery(fields)
        let found = try await search.results(query, at: now(), in: context.tenant.id)
        return try .tagged(SearchView(found, offset: query.offset), in: context.tenant.id)
    }
}
