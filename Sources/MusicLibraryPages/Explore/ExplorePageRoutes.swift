import HTTP
import MusicLibrary
import SoundCloud
import Tenancy
import Web

/// The Discover page and the search page.
public struct ExplorePageRoutes: Sendable {
    private let seedChange: DiscoverSeedChange
    private let items: CloudItemStore
    private let marks: ListenerMarkStore
    private let search: CloudSearch
    private let own: LibrarySearchStore
    private let database: TenantDatabase

    public init(cloud: MusicCloud?, database: TenantDatabase) {
        seedChange = DiscoverSeedChange(cloud: cloud, database: database)
        items = CloudItemStore(database: database)
        marks = ListenerMarkStore(database: database)
        search = CloudSearch(cloud: cloud, database: database)
        own = LibrarySearchStore(database: database)
        self.database = database
    }

    public var routes: [Route] {
        [
            .accountPage("getDiscoverPage", "/library/discover", endpoint: getDiscoverPage),
            .accountForm("postDiscover", "/library/discover", bodyLimit: 8 * 1024, endpoint: postDiscover),
            .accountPage("getLibrarySearchPage", "/library/search", endpoint: getLibrarySearchPage),
        ]
    }

    // MARK: - Discover

    /// Answers `getDiscoverPage`: the starting track, the stored related tracks and the listening position. Stores the page as the last view.
    func getDiscoverPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let isChosen = try request.queryFields().optional("notice") == "chosen"
        let pageContext = try await CloudPageContext(request, context, database)
        try await pageContext.note("discover")
        return DiscoverPage(pageContext: pageContext, view: try await view(of: listener), isChosen: isChosen).response()
    }

    /// Answers `postDiscover`: replaces the stored related tracks, resets the listening position, and redirects to the tracks. If the track already
    /// is the starting track, nothing changes. A failed choice (404, 409, 422 or 503) shows the error and the unchanged tracks.
    func postDiscover(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let text = try request.form()("track")
        do {
            guard let seed = CloudURN(text, of: .track) else {
                throw APIError.invalid(
                    "track",
                    "must be the URN of a SoundCloud track, such as soundcloud:tracks:123, "
                        + "found \"\(text.prefix(100))\"")
            }
            _ = try await seedChange.choose(seed, if: IfMatch(nil), for: listener)
            return .seeOther("/library/discover?notice=chosen")
        } catch let error as APIError where error.isShownInPage {
            let pageContext = try await CloudPageContext(request, context, database)
            return DiscoverPage(pageContext: pageContext, view: try await view(of: listener), fault: error).response()
        }
    }

    private func view(of listener: Listener) async throws -> DiscoverView {
        let set = try await seedChange.store.set(of: listener)
        let known = try await items.items(tracks: (set.map { [$0.seedKey] } ?? []) + (set?.tracks ?? []), for: listener)
        return DiscoverView(set, known, try await marks.marks(of: known, for: listener))
    }

    // MARK: - Search

    /// The maximum number of results from the listener's own music on the first page.
    private static let ownLimit = 12
    /// The maximum number of results from SoundCloud on one page.
    private static let cloudLimit = 30

    /// Answers `getLibrarySearchPage`: the first results from the listener's own music and from SoundCloud, or a later page of the results from one
    /// of them; 422 for an invalid search. Stores the items found on SoundCloud. A failed search on SoundCloud is shown in the page. Stores the page
    /// as the last view.
    func getLibrarySearchPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let fields = try request.queryFields()
        let pageContext = try await CloudPageContext(request, context, database)
        var page = SearchPage(pageContext: pageContext)
        try await pageContext.note("search")
        page.text = (try fields.optional("q") ?? "").trimmingBlanks
        page.kind = (try? fields.choice("kind")) ?? .tracks
        guard !page.text.isEmpty else { return page.response() }
        do {
            if try fields.optional("of") == "own" {
                try await addResults(try LibraryQuery(request, hasKind: false), &page, listener)
            } else {
                let query = try CloudSearch.Query(request)
                if query.cursor == nil {
                    try await addResults(LibraryQuery(query.text, limit: Self.ownLimit), &page, listener)
                }
                try await addResults(query, &page, listener)
            }
        } catch let error as APIError where error.status == .unprocessableContent {
            page.fault = error
        }
        return page.response()
    }

    private func addResults(_ query: LibraryQuery, _ page: inout SearchPage, _ listener: Listener) async throws {
        let places = try await own.page(query, of: listener)
        let items = try await own.items(of: places.rows, for: listener)
        page.liked = Set(items.library.filter { items.cloud.tracks[$0.key] != nil }.map(\.value.urn))
        page.own = (
            places.rows.compactMap { LibraryHitView($0, items) },
            places.next.map { SearchPage.ownPath(query.text, cursor: query.cursor(behind: $0)) }
        )
    }

    private func addResults(
        _ query: CloudSearch.Query, _ page: inout SearchPage, _ listener: Listener
    ) async throws {
        var query = query
        query.limit = Self.cloudLimit
        do {
            page.cloud = CloudSearchView(try await search.page(query, for: listener))
        } catch let error as APIError where error.isShownInPage && error.status != .unprocessableContent {
            page.cloudFault = error
        }
    }
}

extension APIError {
    /// Whether a page shows this error in its content instead of an error page: 404, 409, 422 or 503.
    fileprivate var isShownInPage: Bool {
        switch status {
        case .conflict, .serviceUnavailable, .notFound, .unprocessableContent: true
        default: false
        }
    }
}
