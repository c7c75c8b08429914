import HTTP
import MusicLibrary
import SoundCloud
import Tenancy
import Web

/// The page `/library/stream`: the posts and reposts of the users whom the listener follows (spec L4, L5).
struct StreamPageRoutes: Sendable {
    let database: TenantDatabase

    var routes: [Route] {
        [
            .accountPage("getStreamPage", "/library/stream", endpoint: getStreamPage)
        ]
    }

    /// Answers `getStreamPage`: a page of the posts, the reposts or both in the stream, newest first; 422 for an invalid parameter. Stores the page
    /// as the last view.
    func getStreamPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try request.queryFields()
        let include: CloudLists.StreamSelection = try fields.choice("include") ?? .all
        let page = try await CloudLists(database: database).stream(
            include, fields, limit: fields.pageSize(), of: context.listener)
        let pageContext = try await CloudPageContext(request, context, database)
        var lines = try await CloudLines(
            pageContext, tracks: page.rows.compactMap(\.track), playlists: page.rows.compactMap(\.playlist),
            users: page.rows.compactMap(\.reposter))
        for entry in page.rows {
            let summary = Self.summary(entry, lines.items, pageContext.clock)
            lines.add(track: entry.track, playlist: entry.playlist, line: summary)
        }
        try await pageContext.note("stream", include == .all ? [:] : ["include": include.rawValue])
        let path = LibraryPath.stream.description
        let chips = CloudLists.StreamSelection.allCases.map {
            ($0.words, LibraryPath.path(path, [("include", $0 == .all ? nil : $0.rawValue)]), $0 == include)
        }
        return pageContext.page(
            "Stream", .stream,
            content: """
                \(CloudListLinks.chips("Filter", chips))
                \(lines.html("Stream, newest first", .stream, empty: include.nothing))
                \(CloudListLinks.pages(
                    path, [("include", include == .all ? nil : include.rawValue)],
                    next: page.next, isFirst: try fields.optional("cursor") == nil))
                """
        ).response()
    }

    /// Returns the kind of the entry, post or repost, with the time and, for a repost, the user if known.
    private static func summary(_ entry: StreamEntry, _ items: CloudItemStore.Items, _ clock: LocalTimeFormatter)
        -> HTML
    {
        guard entry.via == "repost" else { return "posted \(clock.shortElement(entry.happenedAt))" }
        let who: HTML? = entry.reposter.flatMap { items.users[$0] }.map { " by \(CloudLines.person($0))" }
        return "<span class=\"tag\">reposted</span>\(who), \(clock.shortElement(entry.happenedAt))"
    }
}

extension CloudLists.StreamSelection {
    fileprivate var words: String {
        switch self {
        case .all: "All"
        case .posts: "Posts"
        case .reposts: "Reposts"
        }
    }

    /// The text of an empty stream.
    fileprivate var nothing: HTML {
        switch self {
        case .all: "No posts or reposts from the users you follow yet"
        case .posts: "No posts from the users you follow yet"
        case .reposts: "No reposts from the users you follow yet"
        }
    }
}
