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
            Route(
                "getStreamPage", .get, "/library/stream", access: .account, errors: .page, endpoint: getStreamPage)
        ]
    }

    private enum Include: String, CaseIterable {
        case all, posts, reposts

        var words: String {
            switch self {
            case .all: "All"
            case .posts: "Posts"
            case .reposts: "Reposts"
            }
        }
    }

    /// Answers `getStreamPage`.
    func getStreamPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try request.queryFields()
        let include: Include = try fields.choice("include") ?? .all
        let limit = try fields.pageSize()
        let place = try fields.place(in: "stream") { TimePosition($0) }
        let pageContext = try await CloudPageContext(request, context, database)
        let rows: [StreamEntry] = try await database.all(
            in: pageContext.listener.tenant,
            CloudListSQL.stream(
                posts: include != .reposts, reposts: include != .posts, before: (place ?? .first).microseconds,
                (place ?? .first).id, limit: limit + 1, of: pageContext.listener))
        let page = ListPage(rows, limit: limit)
        let content = try await CloudContent(
            database, tracks: page.rows.compactMap(\.track), playlists: page.rows.compactMap(\.playlist),
            users: page.rows.compactMap(\.reposter), for: pageContext.listener)
        var lines = CloudLines(pageContext, content.marks)
        for entry in page.rows {
            let told = Self.told(entry, content.items, pageContext.clock)
            if let track = entry.track.flatMap({ content.items.tracks[$0] }) {
                lines.add(track, line: told)
            } else if let playlist = entry.playlist.flatMap({ content.items.playlists[$0] }) {
                lines.add(playlist, line: told)
            }
        }
        try await pageContext.note("stream", include == .all ? [:] : ["include": include.rawValue])
        let path = LibraryPath.stream.description
        let chips = Include.allCases.map {
            ($0.words, LibraryPath.path(path, [("include", $0 == .all ? nil : $0.rawValue)]), $0 == include)
        }
        return pageContext.page(
            "Stream", .stream,
            content: """
                \(CloudListLinks.chips("What to show", chips))
                \(lines.html("Stream, newest first", .stream, empty: "Nothing from the users you follow yet."))
                \(CloudListLinks.pages(
                    path, [("include", include == .all ? nil : include.rawValue)],
                    next: page.next?.place.cursor("stream").description, isFirst: place == nil))
                """
        ).response()
    }

    /// Returns the kind of the entry, post or repost, with the user and the time.
    private static func told(_ entry: StreamEntry, _ items: CloudItemStore.Items, _ clock: CloudClock) -> HTML {
        guard entry.via == "repost" else { return "posted \(clock.moment(entry.happenedAt))" }
        let who: HTML? = entry.reposter.flatMap { items.users[$0] }.map { " by \(CloudLines.person($0))" }
        return "<span class=\"tag\">reposted</span>\(who), \(clock.moment(entry.happenedAt))"
    }
}

/// The items that the rows of a page show, and the listener's marks on them.
struct CloudContent: Sendable {
    let items: CloudItemStore.Items
    let marks: CloudMarks

    init(
        _ database: TenantDatabase, tracks: [Int64] = [], playlists: [Int64] = [], users: [Int64] = [],
        for listener: Listener
    ) async throws {
        items = try await CloudItemStore(database: database).items(
            tracks: tracks, playlists: playlists, users: users, for: listener)
        marks = try await CloudMarkStore(database: database).marks(
            of: items.tracks.values.map(\.urn) + items.playlists.values.map(\.urn) + items.users.values.map(\.urn),
            for: listener)
    }
}
