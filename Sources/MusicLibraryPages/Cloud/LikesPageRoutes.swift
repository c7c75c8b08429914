import HTTP
import MusicLibrary
import SoundCloud
import Tenancy
import Web

/// The page `/library/likes` with the listener's likes in five orders (spec L16-L20, L34), and the page with the likes of one user's tracks and
/// playlists.
struct LikesPageRoutes: Sendable {
    let database: TenantDatabase

    var routes: [Route] {
        [
            .accountPage("getLikesPage", "/library/likes", endpoint: getLikesPage),
            .accountPage("getLikesOfUserPage", "/library/likes/users/{cloudUser}", endpoint: getLikesOfUserPage),
        ]
    }

    private var store: LikeStore { LikeStore(database: database) }

    /// Answers `getLikesPage`: a page of the likes that match the filters, in the requested or last used order; in the order by user, a page of the
    /// liked users instead. 422 for an invalid parameter. Stores the page and the order as the last view.
    func getLikesPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try request.queryFields()
        let filter = try LikesFilter(fields)
        let limit = try fields.pageSize()
        let asked: LikedItem.Order? = try fields.choice("order")
        let pageContext = try await CloudPageContext(request, context, database)
        let order = asked ?? pageContext.view.likesOrder
        let list =
            order == .user
            ? try await users(fields, filter, limit, pageContext)
            : try await likes(fields, order, filter, limit, pageContext)
        try await pageContext.note(
            "likes", filter.kind == .all ? [:] : ["kind": filter.kind.rawValue], likesOrder: order)
        let chips = LikedItem.Order.allCases.map {
            ($0.words, LibraryPath.path(LikesFilter.path, [("order", $0.rawValue)] + filter.fields), $0 == order)
        }
        return pageContext.page(
            "Likes", .likes,
            content: """
                \(CloudListLinks.chips("Order", chips))
                \(filter.form(LikesFilter.path, order: order))
                \(filter.search.patterns.isEmpty ? try await Self.total(filter.kind, pageContext) : .empty)
                \(list)
                \(filter.isAny ? ExportLinks.html(.likes(order)) : HTML.empty)
                """
        ).response()
    }

    /// Returns the numbers of liked tracks and playlists, or the number of the selected kind, as a line above the list; empty if there are none.
    private static func total(_ kind: LikedItem.Kind, _ pageContext: CloudPageContext) async throws -> HTML {
        guard let counts = try await pageContext.counts() else { return .empty }
        let parts = [
            kind == .playlist ? nil : (counts.likedTracks, "track"),
            kind == .track ? nil : (counts.likedPlaylists, "playlist"),
        ].compactMap { $0 }.filter { $0.0 > 0 }.map { LibraryFormat.count($0.0, $0.1) }
        return parts.isEmpty ? .empty : "<p class=\"faint\">\(parts.joined(separator: ", "))</p>"
    }

    private func likes(
        _ fields: FormFields, _ order: LikedItem.Order, _ filter: LikesFilter, _ limit: Int,
        _ pageContext: CloudPageContext
    ) async throws -> HTML {
        let list = "likes.\(order.rawValue)"
        let position = try fields.position(in: list) { LikedItem.Position($0, in: order) }
        let found = try await store.likes(
            filter.kind, matching: filter.search, by: order, after: position ?? .first(in: order), limit: limit + 1,
            of: pageContext.listener)
        let page = ListPage(found, limit: limit)
        return """
            \(try await lines(page.rows, filter, pageContext))
            \(CloudListLinks.pages(
                LikesFilter.path, [("order", order.rawValue)] + filter.fields,
                next: page.next?.position.cursor(list, in: order).description, isFirst: position == nil))
            """
    }

    private func lines(_ likes: [LikedItem], _ filter: LikesFilter, _ pageContext: CloudPageContext) async throws
        -> HTML
    {
        var lines = try await CloudLines(
            pageContext, tracks: likes.compactMap(\.track), playlists: likes.compactMap(\.playlist))
        for like in likes { lines.add(track: like.track, playlist: like.playlist) }
        return lines.html("Your likes", .heart, empty: filter.isAny ? "No likes yet" : "No likes match these filters")
    }

    private func users(
        _ fields: FormFields, _ filter: LikesFilter, _ limit: Int, _ pageContext: CloudPageContext
    ) async throws -> HTML {
        let list = "likes.users"
        let position: LikedUser.Position? = try fields.position(in: list) { cursor in
            guard cursor.values.count == 2, let id = cursor.number(1) else { return nil }
            return LikedUser.Position(key: cursor.values[0], id: id)
        }
        let found: [LikedUser] = try await database.all(
            in: pageContext.listener.tenant,
            LikeStore.users(
                matching: filter.search, after: position ?? LikedUser.Position(), limit: limit + 1,
                of: pageContext.listener))
        let page = ListPage(found, limit: limit)
        let known = try await CloudItemStore(database: database).items(
            users: page.rows.map(\.position.id), for: pageContext.listener)
        let rows = page.rows.compactMap { liked in known.users[liked.position.id].map { Self.row(liked, $0) } }
        guard !rows.isEmpty else {
            guard position == nil else { return BrowseMarkup.end }
            return EmptyState(
                .heart, filter.search.patterns.isEmpty ? "No likes yet" : "No user matches this name",
                action: CloudLines.search
            ).html
        }
        var lines = RowList(rows)
        lines.label = "Users whose tracks or playlists you like"
        return """
            \(lines.html)
            \(CloudListLinks.pages(
                LikesFilter.path, [("order", LikedItem.Order.user.rawValue)] + filter.fields,
                next: page.next.map { ListCursor(list, [$0.position.key, "\($0.position.id)"]).description },
                isFirst: position == nil))
            """
    }

    private static func row(_ liked: LikedUser, _ user: CloudUserItem) -> ListRow {
        let counts = [(liked.tracks, "track"), (liked.playlists, "playlist")].filter { $0.0 > 0 }
            .map { LibraryFormat.count($0.0, $0.1) }.joined(separator: ", ")
        var row = ListRow(
            "<strong>\(user.name.isEmpty ? "Unnamed user" : user.name)</strong>",
            LocalPath(LibraryPath.likes(of: user.urn)), artwork: Artwork(user.name, url: user.cover(), isRound: true))
        row.origin = .cloud
        row.details = ["\(counts)"]
        row.actions = userLinks(user)
        return row
    }

    /// Returns the links from a list of likes to the user's page and the user's playlists (spec L20).
    private static func userLinks(_ user: CloudUserItem) -> HTML {
        """
        <div class="also"><a href="\(LibraryPath.user(user.urn))">Profile<span class="hidden"> of \(user.name)</span></a>\
        <a href="\(LibraryPath.path(LibraryPath.user(user.urn), [("view", "playlists")]))">Playlists<span class="hidden"> of \
        \(user.name)</span></a></div>
        """
    }

    // MARK: - Likes of one user's uploads

    /// Answers `getLikesOfUserPage`: a page of the likes of one user's tracks and playlists that match the filters, newest like first; 404 for an
    /// unknown user, 422 for an invalid parameter. Stores the page as the last view.
    func getLikesOfUserPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let fields = try request.queryFields()
        let filter = try LikesFilter(fields)
        let limit = try fields.pageSize()
        let key = try await CloudItemStore(database: database).requireUser(
            try request.parameter("cloudUser"), in: listener.tenant)
        let list = "likes.of.\(key)"
        let position = try fields.position(in: list) { LikedItem.Position($0, in: .recent) }
        let pageContext = try await CloudPageContext(request, context, database)
        let found: [LikedItem] = try await database.all(
            in: listener.tenant,
            LikeStore.likes(
                filter.kind, matching: filter.search, of: key, after: position ?? .first(in: .recent), limit: limit + 1,
                of: listener))
        let page = ListPage(found, limit: limit)
        let known = try await CloudItemStore(database: database).items(users: [key], for: listener)
        guard let user = known.users[key] else {
            throw CloudItemStore.noSuchUser
        }
        let path = LibraryPath.likes(of: user.urn)
        var params = ["urn": user.urn.description]
        if filter.kind != .all { params["kind"] = filter.kind.rawValue }
        try await pageContext.note("likesOfUser", params)
        var shown = pageContext.page(
            "Your likes from \(user.name)", .likes,
            content: """
                \(Self.userLinks(user))
                \(filter.form(path, order: nil))
                \(try await lines(page.rows, filter, pageContext))
                \(CloudListLinks.pages(
                    path, filter.fields, next: page.next?.position.cursor(list, in: .recent).description,
                    isFirst: position == nil))
                \(filter.isAny ? ExportLinks.html(.likesOfUser(user.urn)) : HTML.empty)
                """)
        shown.up = Page.Link("/library/likes?order=user", "Likes by user")
        return shown.response()
    }
}

extension LikedItem.Order {
    /// The name of the order as pages show it, such as "By title".
    fileprivate var words: String {
        switch self {
        case .recent: "Newest"
        case .title: "By title"
        case .user: "By user"
        case .artist: "By artist"
        case .duration: "By length"
        }
    }
}

/// The filters on the page of all likes and on the page of the likes of one user's tracks and playlists: the kind and the search words.
struct LikesFilter: Sendable {
    static let path = "/library/likes"

    let kind: LikedItem.Kind
    let search: LikeSearch
    private let text: String

    init(_ fields: FormFields) throws(APIError) {
        kind = try fields.choice("kind") ?? .all
        text = try fields.optional("search") ?? ""
        search = try LikeSearch(text)
    }

    var isAny: Bool { kind == .all && search.patterns.isEmpty }

    /// The filters as query parameters; `nil` for a filter that is not set.
    var fields: [(String, String?)] {
        [("kind", kind == .all ? nil : kind.rawValue), ("search", text.isEmpty ? nil : text)]
    }

    func form(_ path: String, order: LikedItem.Order?) -> HTML {
        // A list of users shows tracks and playlists separately, so it needs no filter by kind.
        let kinds: HTML =
            order == .user
            ? .empty
            : Field(
                "Kind", "kind", kind.rawValue,
                .choice([
                    .init(LikedItem.Kind.all.rawValue, "All"), .init(LikedItem.Kind.track.rawValue, "Tracks"),
                    .init(LikedItem.Kind.playlist.rawValue, "Playlists"),
                ])
            ).html
        let hidden: HTML? = order.map { "<input type=\"hidden\" name=\"order\" value=\"\($0.rawValue)\">" }
        var field = Field(order == .user ? "User" : "Title, artist or uploader", "search", text, .search)
        field.attributes = " maxlength=\"\(LikeSearch.longest)\""
        return """
            <form class="search" method="get" action="\(path)" role="search">\(hidden)
            \(field.html)\(kinds)<button class="quiet">\(order == .user ? "Show users" : "Show likes")</button></form>
            """
    }
}
