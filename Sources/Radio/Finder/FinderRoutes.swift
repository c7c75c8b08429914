import HTTP
import Tenancy
import Web

/// The endpoints of the Show Finder: the lists of shows, channels and categories, the episodes of a show, and the search.
public struct FinderRoutes: Sendable {
    private let finder: FinderStore
    private let episodes: EpisodeListStore
    private let search: SearchStore
    private let music: (any MusicSearch)?
    private let now: @Sendable () -> Instant

    /// Creates the routes.
    ///
    /// - Parameters:
    ///   - music: The search that answers queries with a `kind`; `nil` to search only the radio catalogue.
    ///   - cache: The cache of listings; `nil` for a cache that only these routes use.
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

    /// Answers `findShows`: a page of the listed shows, `limit` from 1 to 200 and by default 50, and the alphabetic rail of the whole list; 400 for a
    /// malformed query, 404 for an unknown or inactive channel or an unknown category, 422 for an invalid value.
    @Sendable
    func findShows(_ request: Request, _ context: RequestContext) async throws -> Response {
        let query = try FinderQuery(request.queryFields())
        let page = try await finder.page(query, at: now(), in: context.tenant.id)
        return try .tagged(FinderView(page, offset: query.offset), in: context.tenant.id)
    }

    /// Answers `findFinderChannels`: the channels that have shows for the filter, with their numbers of shows, ordered by channel number; 400 for a
    /// malformed query, 422 for an invalid value.
    @Sendable
    func findFinderChannels(_ request: Request, _ context: RequestContext) async throws -> Response {
        let filter = try request.queryFields().finderFilter()
        let channels = try await finder.channels(filter, at: now(), in: context.tenant.id)
        return try .tagged(FinderChannelsView(channels), in: context.tenant.id)
    }

    /// Answers `findFinderCategories`: the categories that have shows for the filter, with their numbers of shows, in editorial order; 400 for a
    /// malformed query, 422 for an invalid value.
    @Sendable
    func findFinderCategories(_ request: Request, _ context: RequestContext) async throws -> Response {
        let filter = try request.queryFields().finderFilter()
        let categories = try await finder.categories(filter, at: now(), in: context.tenant.id)
        return try .tagged(FinderCategoriesView(categories), in: context.tenant.id)
    }

    /// Answers `findShowEpisodes`: a part of the show's list of episodes, `limit` rows from 1 to 200 and by default 50; 400 for a malformed query,
    /// 404 if there is no such active show, 422 for an invalid value.
    @Sendable
    func findShowEpisodes(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let show = Show.ID(try request.parameter("show")) else { throw APIError.unknownShow }
        let query = try EpisodeListQuery(request.queryFields())
        let list = try await episodes.list(query, of: show, at: now(), in: context.tenant.id)
        return try .tagged(EpisodeListView(list), in: context.tenant.id)
    }

    /// Answers `search`: a page of results, `limit` from 1 to 100 and by default 20, best first; 400 for a malformed query, 422 for an invalid value.
    /// The music search answers a query with `kind`, if the server has a music search.
    @Sendable
    func search(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try request.queryFields()
        if let music, try fields.optional("kind") != nil { return try await music.respond(to: request, context) }
        let query = try SearchQuery(fields)
        let found = try await search.results(query, at: now(), in: context.tenant.id)
        return try .tagged(SearchView(found, offset: query.offset), in: context.tenant.id)
    }
}
