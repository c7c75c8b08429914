import HTTP
import MusicLibrary
import SoundCloud
import Tenancy
import Web

/// The page `/library/listens`: the listening history, newest first, with forms for removing entries or the whole history, and a link to the export.
public struct ListenPageRoutes: Sendable {
    private let database: TenantDatabase
    private let listens: ListenStore
    private let contexts: PlayContexts

    public init(database: TenantDatabase) {
        self.database = database
        listens = ListenStore(database: database)
        contexts = PlayContexts(database: database)
    }

    private static let path = "/library/listens"
    private static let size = 50

    private static let nothing = EmptyState(
        .clock, "No tracks heard yet", "Tracks that you hear in the player or in an app appear here.",
        action: "<a class=\"button\" href=\"/library/clients\">Add app</a>"
    ).html

    public var routes: [Route] {
        [
            .accountPage("getListensPage", Self.path, endpoint: getListensPage),
            .accountForm("postListenRemoval", Self.path + "/removal") { request, context in
                let (listener, fields) = (try context.listener, try request.form())
                // An entry that does not exist was already removed, for example by a double click.
                if let position = ListenStore.StoredListen.position(try fields("listen")) {
                    _ = try await listens.delete(position, of: listener)
                }
                let cursor = try fields.optional("cursor").flatMap { ListCursor($0, of: "listens") }
                return .seeOther(
                    LibraryPath.path(Self.path, [("cursor", cursor?.description)]), LibraryNotice.listenRemoved)
            },
            .accountForm("postListensEnd", Self.path + "/end") { request, context in
                _ = try request.form()
                try await listens.deleteAll(of: context.listener)
                return .seeOther(Self.path, LibraryNotice.historyCleared)
            },
        ]
    }

    /// Answers `getListensPage`: a page of the listening history, newest first, with a form for removing each entry; 422 for an invalid cursor.
    func getListensPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let pageContext = try await CloudPageContext(request, context, database)
        let cursor = try request.queryFields().optional("cursor")
        let position = try request.queryFields().position(in: "listens") { TimePosition($0) }
        let page = ListPage(
            try await listens.listens(before: position ?? .first, limit: Self.size + 1, of: pageContext.listener),
            limit: Self.size)
        let items = try await contexts.items(page.rows.map(\.track)[...], for: pageContext.listener)
        var list = RowList(items.map { line($0, page.rows[$0.index], cursor, pageContext) })
        list.label = "Listening history, newest first"
        list.isOrdered = true
        var frame = LibraryPage(
            "Listening history", .profile, context,
            content: """
                \(pageContext.notice?.html)
                <p>The history lists tracks of more than 30 seconds that you heard in the player or in an app for at least half of their \
                length or for four minutes. Only you can see the history. <a href="/library/listenbrainz">Send listens to ListenBrainz</a></p>
                \(items.isEmpty
                    ? position == nil ? Self.nothing : "<p class=\"faint\">No earlier tracks.</p>"
                    : list.html)
                \(CloudListLinks.pages(
                    Self.path, [], next: page.next?.position.cursor("listens").description, isFirst: position == nil))
                \(items.isEmpty && position == nil ? .empty : whole(context))
                """)
        frame.up = Page.Link("/library/profile", "Profile")
        return frame.response()
    }

    private func line(
        _ item: PlayItem, _ listen: ListenStore.StoredListen, _ cursor: String?, _ pageContext: CloudPageContext
    ) -> ListRow {
        let title = CloudLines.title(item.title)
        let isOwn = item.artist != nil
        let artist: HTML =
            item.artist.map { "by <span class=\"from-library\">\($0)</span>" }
            ?? "uploaded by <span class=\"from-cloud\">\(item.uploader)</span>"
        let position: HTML? = cursor.map { "<input type=\"hidden\" name=\"cursor\" value=\"\($0)\">" }
        let client: HTML =
            listen.client.isEmpty
            ? .empty : " · reported by \(listen.client == "player" ? "the player" : listen.client)"
        var question = Confirmation(
            "Remove<span class=\"hidden\">: \(title)</span>",
            "“\(title)” (\(pageContext.clock.shortElement(listen.listenedAt))) is removed from the history. This cannot be undone.",
            path: "/library/listens/removal",
            fields: """
                \(pageContext.context.caller?.csrfField)\(position)<input type="hidden" name="listen" value="\(listen.id)">
                """)
        question.button = "Remove from history"
        question.id = "removal-\(listen.id)"
        question.isDestructive = false
        var row = ListRow(
            "<strong>\(title)</strong>", isOwn ? LocalPath("/library/tracks/\(item.urn)") : nil,
            artwork: Artwork(item.title, url: item.cover()))
        row.origin = isOwn ? .library : .cloud
        row.details = [artist, "\(pageContext.clock.shortElement(listen.listenedAt))\(client)"]
        row.actions = question.html
        return row
    }

    private func whole(_ context: RequestContext) -> HTML {
        var question = Confirmation(
            "Clear listening history",
            "Your whole listening history is removed. This cannot be undone. Apps keep their own histories.",
            path: "/library/listens/end", fields: context.caller?.csrfField ?? .empty)
        question.button = "Clear history"
        question.id = "end"
        return """
            <h2>Export or clear the history</h2>
            <p><a class="button quiet" href="/api/v1/me/listens/listenbrainz.jsonl">Export history for ListenBrainz</a></p>
            \(question.html)
            """
    }
}
