import HTTP
import Radio
import Tenancy
import Web

/// The routes of the page `/station/topics` and of the pages of topics and keywords.
struct TopicPageRoutes: Sendable {
    let database: TenantDatabase

    var routes: [Route] {
        [Route.stationPage("getTopicsPage", "/station/topics", getTopicsPage)]
            + EditorPageRoutes(database: database) { [database] _ in TopicEditor(database: database) }
            .routes("Topic", listPath: "/station/topics", item: "/station/topics/{topic}")
    }

    /// Answers `getTopicsPage`: a page of at most 50 topics by position, then keywords, that contain the searched text in the title or the search
    /// words; 422 for an invalid cursor.
    func getTopicsPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let list = try ItemListQuery(request)
        let (topics, next) = try await TopicStore(database: database).page(
            list.query(in: context.tenant), in: context.tenant.id)
        let resultText: HTML =
            topics.isEmpty
            ? list.none("No topics yet.", "No topic contains “\(list.search)” in its title or search words.")
            : .empty
        var page = StationPage(
            "Topics", .shows, context,
            content: """
                \(try EditorNotice(request)?.html("topic"))
                \(list.head("/station/topics", "Part of a title", new: "New topic"))
                <p class="faint" role="status">\(resultText)</p>
                <ul class="lines">\(topics.map { topic in
                    """
                    <li>\(Artwork(topic.content.title).html)<div class="grow"><a href="/station/topics/\(topic.id)"><strong>\(topic.content.title)</strong></a>\
                    \(topic.content.words.isEmpty ? HTML.empty : "<span>\(String(topic.content.words.prefix(140)))</span>")</div>\
                    \(topic.content.kind == .keyword ? "<b class=\"tag\">keyword</b>" : HTML.empty)</li>
                    """ as HTML
                })</ul>\(list.more("/station/topics", next))
                """)
        page.up = Page.Link("/station/shows", "Shows")
        page.style = StationStyle.rules
        return page.response()
    }
}
